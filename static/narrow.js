// The lines that a narrowing began with travel in the fragment of its addresses, which no browser sends: nothing is stored.
"use strict";

const lines = /^#logs?=[\w-]+$/.exec(location.hash)?.[0];
if (lines) carry(lines);

function carry(fragment) {
  document.querySelectorAll("a[href*='/differential/?']").forEach((link) => (link.href += fragment));
  document.querySelectorAll("form.printed").forEach((form) => (form.action += fragment));
  const back = document.querySelector(".back");
  const link = back.querySelector("a");
  link.href += fragment;
  back.hidden = false;
  const message = document.getElementById("message");
  if (message) message.value += `\n${message.dataset.lines.replace("{link}", link.href)}\n`;
}
