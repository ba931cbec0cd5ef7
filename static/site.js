// Comfort only: every page works without this file.
"use strict";

// What this script says, in the language of the page.
const words = document.body.dataset;
const form = document.getElementById("paste");
if (form) pasteBox(form);
if (form) openSharedLines(form);
document.querySelectorAll(".highlight > pre, pre[data-copy], .signature > pre").forEach(addCopyButton);
document.querySelectorAll("textarea[data-copy]").forEach(addShareButton);
document.querySelectorAll(".logs .wrap").forEach(wrapSwitch);
// What is folded away on the screen belongs on the paper; the lines around the proof do not.
addEventListener("beforeprint", () => document.querySelectorAll("details:not(.gap-lines)").forEach((part) => (part.open = true)));
const find = document.getElementById("find");
if (find) searchBox(find);
document.querySelectorAll(".highlight > pre, pre.code").forEach((block) => {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
});

function pasteBox(form) {
  const text = form.elements.text;
  const files = form.elements.files;
  const button = form.querySelector(".main-button");
  const status = form.querySelector(".status");
  const label = button.innerHTML;

  const say = (words, bad = false) => {
    status.textContent = words;
    status.classList.toggle("bad", bad);
  };
  form.querySelector(".keys").hidden = false;

  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
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
  document.addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!carriesFiles(event)) return;
    event.preventDefault();
    files.files = event.dataTransfer.files;
    announce();
  });
  files.addEventListener("change", announce);

  function announce() {
    const names = [...files.files].map((file) => file.name);
    if (size() > Number(form.dataset.limit)) return refuse();
    say(names.length ? `${form.dataset.ready} ${names.join(", ")}` : "");
    button.focus();
  }

  function size() {
    return new Blob([text.value]).size + [...files.files].reduce((sum, file) => sum + file.size, 0);
  }

  function refuse() {
    say(form.dataset.tooLarge, true);
  }

  form.addEventListener("submit", (event) => {
    if (!text.value.trim() && !files.files.length) {
      event.preventDefault();
      say(form.dataset.empty, true);
      text.focus();
    } else if (size() > Number(form.dataset.limit)) {
      event.preventDefault();
      refuse();
    } else {
      button.disabled = true;
      button.textContent = form.dataset.reading;
    }
  });

  // Coming back by the browser's back button shows the page as it was left.
  addEventListener("pageshow", () => {
    button.disabled = false;
    button.innerHTML = label;
  });
}

function copyButton(label, text, block) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = label;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    button.textContent = (await copy(text, block)) ? words.copied : words.press;
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}

// The button stands in the strip over the block, never over its text; a block without a strip gets one beside it.
function addCopyButton(block) {
  const button = copyButton(words.copy, block.textContent.replace(/\n$/, ""), block);
  const strip = block.parentElement.querySelector(":scope > .strip-head");
  if (strip) return strip.append(button);
  const frame = document.createElement("div");
  frame.className = "beside";
  block.replaceWith(frame);
  frame.append(block, button);
}

function addShareButton(area) {
  const button = copyButton(area.dataset.copy, area.value, area);
  button.className = "button";
  area.closest("details").before(button);
}

// A link to an answer carries its lines in the fragment, which no browser sends: unpacked here, posted as a paste.
async function openSharedLines(form) {
  const packed = /^#log=([\w-]+)$/.exec(location.hash);
  if (!packed) return;
  // Coming back must not send it again.
  history.replaceState(null, "", location.pathname);
  const status = form.querySelector(".status");
  try {
    form.elements.text.value = await unpacked(packed[1]);
    form.requestSubmit();
  } catch {
    status.textContent = words.damaged;
    status.classList.add("bad");
  }
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

function wrapSwitch(box) {
  box.hidden = false;
  box.querySelector("input").addEventListener("change", (event) => {
    box.closest(".logs").classList.toggle("wrapped", event.target.checked);
  });
}

// A list under the search box while somebody types, from an index that is fetched once; Enter without a choice searches.
function searchBox(input) {
  const list = document.createElement("ul");
  list.id = "found";
  list.className = "found";
  list.setAttribute("role", "listbox");
  list.hidden = true;
  input.closest("form").append(list);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("autocomplete", "off");
  let entries = null;
  let chosen = -1;

  const load = () => (entries ??= fetch("/search.json").then((answer) => answer.json()).then((told) => told.entries));
  const show = async () => {
    const terms = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = terms.length ? await load().catch(() => []) : [];
    const told = (entry) => `${entry.title} ${entry.zh} ${entry.message} ${entry.slug}`.toLowerCase();
    const found = all.filter((entry) => terms.every((term) => told(entry).includes(term))).slice(0, 8);
    list.replaceChildren(...found.map(option));
    choose(-1);
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  const option = (entry, number) => {
    const item = document.createElement("li");
    item.id = `found-${number}`;
    item.setAttribute("role", "option");
    const link = document.createElement("a");
    link.href = `${words.root ?? ""}/failures/${entry.slug}/`;
    link.tabIndex = -1;
    link.textContent = document.documentElement.lang.startsWith("zh") ? entry.zh : entry.title;
    const message = document.createElement("code");
    message.textContent = entry.message;
    item.append(link, message);
    return item;
  };
  const choose = (number) => {
    chosen = number;
    [...list.children].forEach((item, n) => item.setAttribute("aria-selected", String(n === chosen)));
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `found-${chosen}`);
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const count = list.hidden ? 0 : list.children.length;
    if (event.key === "Escape" && count) close();
    else if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) choose(chosen > 0 ? chosen - 1 : count - 1);
    else if (event.key === "Enter" && chosen >= 0) list.children[chosen].firstChild.click();
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => setTimeout(close, 150));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

// The clipboard needs https or localhost; elsewhere the text is selected, ready for the keyboard.
async function copy(code, block) {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    if (block.select) block.select();
    else getSelection().selectAllChildren(block);
    return false;
  }
}
