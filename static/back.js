// An answer to a form has no address: so that Back and Reload find it, this tab keeps its page until it is closed.
"use strict";

const PARTS = ["#main", ".language"];
const FIRST = "answer-";
const asked = new URLSearchParams(location.search).get("kept");
if (document.body.dataset.answer) keep(document.body.dataset.answer);
else if (asked) show(sessionStorage.getItem(FIRST + asked));

function keep(address) {
  const numbers = Object.keys(sessionStorage).filter((key) => key.startsWith(FIRST)).map((key) => Number(key.slice(FIRST.length)));
  const number = Math.max(0, ...numbers) + 1;
  const parts = PARTS.map((part) => document.querySelector(part)?.outerHTML ?? "");
  if (!stored(FIRST + number, JSON.stringify({ title: document.title, parts }), numbers)) return;
  history.replaceState(null, "", `${address}?kept=${number}${location.hash}`);
}

// The oldest give way where there is no room; false where even alone it is too large, or the browser keeps nothing.
function stored(key, value, numbers) {
  for (const oldest of [...numbers.sort((a, b) => a - b), null]) {
    try {
      sessionStorage.setItem(key, value);
      return true;
    } catch {
      if (oldest !== null) sessionStorage.removeItem(FIRST + oldest);
    }
  }
  return false;
}

function show(kept) {
  if (!kept) return;
  const { title, parts } = JSON.parse(kept);
  document.title = title;
  PARTS.forEach((part, n) => {
    if (parts[n]) document.querySelector(part).outerHTML = parts[n];
  });
}
