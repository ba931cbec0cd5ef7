// Comfort only: every page works without this file.
"use strict";

// What this script says, in the language of the page.
const words = document.body.dataset;
const form = document.getElementById("paste");
if (form) pasteBox(form);
document.querySelectorAll(".highlight > pre, pre[data-copy], .signature > pre").forEach(addCopyButton);
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

// The clipboard needs https or localhost; elsewhere the text is selected, ready for the keyboard.
async function copy(code, block) {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    getSelection().selectAllChildren(block);
    return false;
  }
}
