// A box over a long list that hides what does not have its words; without this file the list is shown whole.
"use strict";

document.querySelectorAll(".sift").forEach((sift) => {
  const rows = [...document.querySelectorAll(sift.dataset.rows)];
  const told = rows.map((row) => row.textContent.toLowerCase());
  const groups = new Set(rows.map((row) => row.closest("section")));
  const [input, status] = [sift.querySelector("input"), sift.querySelector("[role=status]")];
  sift.hidden = false;
  input.addEventListener("input", () => {
    const terms = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, n) => (row.hidden = !terms.every((term) => told[n].includes(term))));
    // What is found in a fold is shown.
    const found = rows.filter((row) => terms.length && !row.hidden);
    new Set(found.map((row) => row.closest("details"))).forEach((fold) => fold && (fold.open = true));
    const shows = (group) => rows.some((row) => !row.hidden && group.contains(row));
    groups.forEach((group) => group.contains(sift) || (group.hidden = !shows(group)));
    const left = rows.filter((row) => !row.hidden).length;
    status.textContent = terms.length ? sift.dataset.shown.replace("{left}", left).replace("{all}", rows.length) : "";
  });
});
