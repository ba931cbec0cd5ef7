// Reading the log below an answer; without this file it is a table whose line numbers are links.
"use strict";

document.querySelectorAll(".logs").forEach((logs) => {
  const tools = logs.querySelector(".tools");
  tools.hidden = false;
  // A few sentences are wrapped from the start: there the box would do nothing.
  if (!logs.querySelector(".log:not(.wrapped)")) tools.querySelector(".wrap").hidden = true;
  tools.querySelector(".wrap input").addEventListener("change", (event) => {
    logs.classList.toggle("wrapped", event.target.checked);
  });
  logs.querySelectorAll(".ranks").forEach(rankChips);
  logs.querySelectorAll(".log").forEach(openAtProof);
  findings(logs, tools);
});

// A finding is a run of marked lines; of what a chip hides, none.
function findings(logs, tools) {
  const heads = () => {
    const marked = [...logs.querySelectorAll("tr.proof, tr.chain, tr.error")].filter((row) => !row.hidden);
    return marked.filter((row) => row.previousElementSibling?.className !== row.className);
  };
  let last = null;
  const step = (by) => {
    const all = heads();
    const at = all.findIndex((row) => row === (document.activeElement.closest(".log tr") ?? last));
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
    if (!next) return;
    last = next;
    next.scrollIntoView({ block: "center" });
    next.querySelector(".number a").focus({ preventScroll: true });
  };
  tools.querySelector(".steps").hidden = heads().length < 2;
  tools.querySelectorAll("[data-step]").forEach((button) => {
    const by = Number(button.dataset.step);
    button.addEventListener("click", () => step(by));
    onKey(button.querySelector("kbd").textContent, () => step(by));
  });
}

// A long log scrolls within its frame: the first line to be seen is not its first, but the proof.
function openAtProof(log) {
  const row = log.querySelector("tr.proof, tr.error");
  if (row && log.scrollHeight > log.clientHeight) log.scrollTop = row.offsetTop - log.clientHeight / 3;
}

// Lines of one rank, and those that say nothing of a rank stay, since they may be anybody's.
function rankChips(chips) {
  chips.hidden = false;
  const buttons = [...chips.querySelectorAll("button")];
  const rows = chips.closest(".log").querySelectorAll("tr[data-rank]");
  chips.addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (!chosen) return;
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button === chosen)));
    rows.forEach((row) => (row.hidden = chosen.dataset.rank !== "" && row.dataset.rank !== chosen.dataset.rank));
  });
}
