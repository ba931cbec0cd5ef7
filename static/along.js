// What is in the box goes along to the other language: this browser keeps it until the page is there, and no longer.
"use strict";

const MOVING = "moving";
const box = document.getElementById("paste");
const inputs = [...box.querySelectorAll("textarea, input[type=file]")];
const languages = document.querySelector("form.language");

// A paste that was sent goes along with its form.
if (!languages.elements.again) languages.addEventListener("submit", takeAlong);
unpack();

async function takeAlong(event) {
  const contents = inputs.map((input) => (input.files ? [...input.files] : input.value));
  if (!contents.some((content) => content.length)) return;
  event.preventDefault();
  languages.removeEventListener("submit", takeAlong);
  try {
    await shelf((store) => store.put(contents, MOVING));
    sessionStorage.setItem(MOVING, "box");
  } catch {
    // A browser that keeps nothing still has another language.
  }
  languages.requestSubmit(event.submitter);
}

async function unpack() {
  if (!storedHere()) return;
  const contents = await shelf((store) => {
    const found = store.get(MOVING);
    store.clear();
    return found;
  });
  contents?.forEach((content, n) => content.length && fill(inputs[n], content));
}

// Only this tab's own box: another one, or a later visit, finds nothing.
function storedHere() {
  try {
    const moving = sessionStorage.getItem(MOVING);
    sessionStorage.removeItem(MOVING);
    return moving;
  } catch {
    return null;
  }
}

function fill(input, content) {
  input.closest("details")?.setAttribute("open", "");
  if (input.files) {
    const carrier = new DataTransfer();
    content.forEach((file) => carrier.items.add(file));
    input.files = carrier.files;
  } else {
    input.value = content;
  }
  input.dispatchEvent(new Event(input.files ? "change" : "input"));
}

// Files do not fit into sessionStorage.
function shelf(act) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("box");
    opening.onupgradeneeded = () => opening.result.createObjectStore(MOVING);
    opening.onerror = failed;
    opening.onsuccess = () => {
      const dealing = opening.result.transaction(MOVING, "readwrite");
      const asked = act(dealing.objectStore(MOVING));
      dealing.onabort = failed;
      dealing.oncomplete = () => {
        opening.result.close();
        done(asked.result);
      };
    };
  });
}
