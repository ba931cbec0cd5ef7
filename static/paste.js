// The box for a log: files that add up, folders, .gz, the ends of what is too large. Without this file it is a plain form.
"use strict";

const MEBIBYTE = 1024 * 1024;
// Of what is too large, this share of what may be sent is its beginning: a cause is early, a death is late.
const HEAD = 0.3;
// Left for the form around the files.
const FRAME = MEBIBYTE;

const form = document.getElementById("paste");
const told = form.dataset;
const text = form.elements.text;
const field = form.elements.files;
const button = form.querySelector(".main-button");
const label = button.textContent;
const status = form.querySelector(".status");
const list = form.querySelector(".chosen");
// The log of a good run: fields of its own, which count for the limit too.
const good = form.querySelector(".with-good");
const goodText = document.getElementById("good-text");
const goodField = document.getElementById("good-files");
const offer = form.querySelector(".cut-offer");
const limit = () => Number(told.limit);
// What will be sent: the field's own files, which every choice or drop adds to.
let chosen = [];

form.querySelector(".keys").hidden = false;
if (/Mac|iP/.test(navigator.platform)) form.querySelector(".modifier").textContent = "\u2318";

text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
text.addEventListener("input", announce);
goodText.addEventListener("input", announce);
goodField.addEventListener("change", async () => setGood(await Promise.all([...goodField.files].map(decompressed))));

// Pasting anywhere but into another field is pasting into the box.
document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea")) return;
  const pasted = event.clipboardData.getData("text/plain");
  if (!pasted) return;
  event.preventDefault();
  text.value += pasted;
  text.focus();
  announce();
});

// Preventing the default everywhere keeps a file that misses the box from replacing the page.
const carriesFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
document.addEventListener("dragover", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  form.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("over");
});
document.addEventListener("drop", async (event) => {
  form.classList.remove("over");
  if (!carriesFiles(event)) return;
  event.preventDefault();
  // Both lists are empty as soon as this handler waits for anything.
  const files = [...event.dataTransfer.files];
  const folders = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const dropped = folders.some((entry) => entry.isDirectory) ? await filesBelow(folders) : files;
  if (good.contains(event.target)) setGood(await Promise.all(dropped.map(decompressed)));
  else await add(dropped);
});
field.addEventListener("change", () => add([...field.files]));

async function filesBelow(entries) {
  const files = [];
  for (const entry of entries) {
    if (files.length > Number(told.most)) break;
    if (entry.isFile) files.push(await new Promise((done, failed) => entry.file(done, failed)));
    else files.push(...(await filesBelow(await listing(entry.createReader()))));
  }
  return files;
}

// A browser hands over a folder by a hundred names at a time.
async function listing(reader) {
  const all = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return all;
    all.push(...some);
  }
}

async function add(files) {
  const plain = await Promise.all(files.map(decompressed));
  const failed = plain.some((file, n) => file === files[n] && file.name.endsWith(".gz"));
  const known = new Set(chosen.map(identity));
  const all = [...chosen, ...plain.filter((file) => !known.has(identity(file)))];
  choose(all.slice(0, Number(told.most)));
  if (failed) say(told.unpacked, true);
  if (all.length > chosen.length) say(told.many, true);
  button.focus();
}

const identity = (file) => `${file.name} ${file.size} ${file.lastModified}`;

async function decompressed(file) {
  if (!file.name.endsWith(".gz")) return file;
  try {
    const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
    const content = await new Response(stream).blob();
    return new File([content], file.name.replace(/\.gz$/, ""), { lastModified: file.lastModified });
  } catch {
    return file;
  }
}

function put(files, into) {
  const carrier = new DataTransfer();
  files.forEach((file) => carrier.items.add(file));
  into.files = carrier.files;
}

function setGood(files) {
  put(files, goodField);
  announce();
}

function choose(files) {
  chosen = files;
  put(chosen, field);
  list.replaceChildren(...chosen.map(chip));
  list.hidden = !chosen.length;
  announce();
}

function chip(file) {
  const item = document.createElement("li");
  const name = document.createElement("span");
  name.textContent = `${file.name} (${inWords(file.size)})`;
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = "\u00d7";
  remove.setAttribute("aria-label", `${told.remove}: ${file.name}`);
  remove.addEventListener("click", () => {
    choose(chosen.filter((other) => other !== file));
    (list.querySelector("button") ?? field).focus();
  });
  item.append(name, remove);
  return item;
}

function inWords(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < MEBIBYTE ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}

function announce() {
  const names = chosen.map((file) => file.name);
  if (names.length && text.value.trim()) names.unshift(told.text);
  const large = size() > limit();
  offer.hidden = !large;
  if (large) offer.firstElementChild.textContent = told.cut;
  if (large) say(told.tooLarge, true);
  else say(names.length ? `${told.ready} ${names.join(", ")}` : "");
}

function size() {
  // Characters are counted first: a Blob of every key pressed would be slow.
  const typed = [text, goodText].map((box) => box.value);
  const written = typed.map((value) => (value.length * 3 < limit() ? value.length : new Blob([value]).size));
  return [...written, ...[...chosen, ...goodField.files].map((file) => file.size)].reduce((sum, size) => sum + size);
}

// Files that are smaller than their share stay whole, and leave the rest of it to the others.
offer.addEventListener("click", () => {
  const beside = [...goodField.files];
  let room = limit() - FRAME;
  for (const [box, files, name] of [[text, chosen, "pasted.log"], [goodText, beside, "good.log"]]) {
    const written = new Blob([box.value]);
    if (written.size <= room / (chosen.length + beside.length + 2)) {
      room -= written.size;
    } else {
      files.unshift(new File([written], name));
      box.value = "";
    }
  }
  const shares = new Map();
  const all = [...chosen, ...beside];
  [...all].sort((a, b) => a.size - b.size).forEach((file, n) => {
    const cut = ends(file, Math.floor(room / (all.length - n)));
    room -= cut.size;
    shares.set(file, cut);
  });
  put(beside.map((file) => shares.get(file)), goodField);
  choose(chosen.map((file) => shares.get(file)));
  button.focus();
});

function ends(file, most) {
  if (file.size <= most) return file;
  const head = Math.floor(most * HEAD);
  const gap = `\n[${(file.size - most).toLocaleString("en")} ${told.gap}]\n`;
  const tail = most - head - new Blob([gap]).size;
  const parts = [file.slice(0, head), gap, file.slice(file.size - tail)];
  return new File(parts, file.name ?? "pasted.log", { lastModified: file.lastModified });
}

function say(words, bad = false) {
  status.textContent = words;
  status.classList.toggle("bad", bad);
}

form.addEventListener("submit", (event) => {
  if (!text.value.trim() && !chosen.length) {
    event.preventDefault();
    say(told.empty, true);
    text.focus();
  } else if (size() > limit()) {
    event.preventDefault();
    announce();
  } else {
    button.disabled = true;
    button.textContent = told.reading;
  }
});

// Coming back by the browser's back button shows the page as it was left.
addEventListener("pageshow", () => {
  button.disabled = false;
  button.textContent = label;
  if (field.files.length) choose([...field.files]);
});

openSharedLines();

// A link to an answer carries its lines in the fragment, which no browser sends: unpacked here, posted as a paste.
async function openSharedLines() {
  const packed = /^#(logs?)=([\w-]+)$/.exec(location.hash);
  if (!packed) return;
  // Coming back must not send it again.
  history.replaceState(null, "", location.pathname);
  try {
    const lines = await unpacked(packed[2]);
    if (packed[1] === "logs") return sendAgain(lines);
    text.value = lines;
    form.requestSubmit();
  } catch {
    say(document.body.dataset.damaged, true);
  }
}

// Files with their names, as the server takes what a page carries.
function sendAgain(files) {
  const again = document.createElement("input");
  Object.assign(again, { type: "hidden", name: "again", value: files });
  form.append(again);
  form.submit();
}

// As much as the site itself packs, so that a link made by somebody else cannot fill the memory.
const MOST_UNPACKED = 65536;

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_UNPACKED) throw new RangeError("too long");
  }
}
