// Comfort only: every page works without this file.
"use strict";

// What this script says, in the language of the page.
const words = document.body.dataset;
document.querySelectorAll(".highlight > pre, pre[data-copy], .signature > pre").forEach(addCopyButton);
document.querySelectorAll("textarea[data-copy]").forEach(addShareButton);
const find = document.getElementById("find");
if (find) searchBox(find);
// What scrolls can be reached by keyboard, also once a fold shows it or a window makes it narrow.
addEventListener("toggle", (event) => event.target.querySelectorAll && reach(event.target), true);
addEventListener("resize", () => reach(document));
reach(document);

// A link to a part that is folded opens it.
function openPart() {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("section");
  part?.querySelectorAll(":scope > details").forEach((fold) => (fold.open = true));
}
addEventListener("hashchange", openPart);
openPart();

function reach(part) {
  part.querySelectorAll("pre, .table, .body > table, .log").forEach((box) => {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (!scrolls || box.tabIndex >= 0) return;
    box.tabIndex = 0;
    if (box.hasAttribute("aria-label") || box.hasAttribute("aria-labelledby")) return;
    if (box.localName !== "table") box.setAttribute("role", "group");
    const above = box.closest("details")?.querySelector("summary") ?? box.closest("section")?.querySelector("h2, h3");
    box.setAttribute("aria-label", (above ?? document.querySelector("h1")).textContent.trim());
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
  const first = document.querySelector(".send-on");
  if (first) first.replaceWith(button);
  else area.closest("details").before(button);
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
    const matches = (text) => terms.every((term) => text.includes(term));
    const titled = (entry) => Number(matches(`${entry.title} ${entry.zh}`.toLowerCase()));
    const found = all.filter((entry) => matches(told(entry))).sort((a, b) => titled(b) - titled(a)).slice(0, 8);
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
  onKey("/", () => input.focus());
}

// A key by itself, which no field takes as text.
function onKey(key, act) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (event.key !== key || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
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
