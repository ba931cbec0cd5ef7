"""Two samples -> what moved between them: the difference between a frozen job and a slow one."""

from __future__ import annotations

import json
import re
from collections import defaultdict

from kb.collect.running.attempts import Outcome

SAMPLE = re.compile(r" sample=(\d)$")
VALUE = re.compile(r"^([\w ]+): (.*)$", re.MULTILINE)
# A thread's block of py-spy starts with its number and state, of which the state is chance.
# What the second sample has besides stacks.
BRANCHES = "\naround line "
BLOCK = re.compile(r"^Thread (\S+) \([^)]*\)(.*)$", re.MULTILINE)
COUNTERS = {
    "cpu_seconds": "cpu_seconds",
    "io_rchar": "read_bytes",
    "io_wchar": "written_bytes",
    "voluntary_ctxt_switches": "waits",
    "nonvoluntary_ctxt_switches": "preemptions",
}
RAS_TIMING = re.compile(r"\(\d+\.\d+s\)")
# NCCL 2.28.7 to 2.28.9 forget a comma where ranks are missing.
FORGOTTEN_COMMA = re.compile(r'("nvml_dev": -?\d+)(\s*"status")')
MOST_COMMUNICATORS = 64


def report(outcomes: list[Outcome]) -> str:
    """One line a process, then one a NCCL communicator; nothing where there were no two samples."""
    pairs = _pairs(outcomes)
    stacks = {
        name.removeprefix("py-spy dump "): _stacks(*two) for name, two in pairs.items() if name.startswith("py-spy")
    }
    lines = []
    for name, (first, second) in pairs.items():
        if name.startswith("process "):
            label = name.removeprefix("process ")
            lines.append(f"{label} {_counters(first, second)} {stacks.get(label, 'main_thread=? other_threads=?')}")
        elif name.startswith("NCCL RAS json"):
            lines += _communicators(first, second)
        elif name.startswith("NCCL RAS text") and not _absent(first, second):
            same = RAS_TIMING.sub("", first.text) == RAS_TIMING.sub("", second.text)
            lines.append(f"{name}: {'the same both times' if same else 'changed'}")
    return "\n".join(lines) + "\n" if lines else ""


def _pairs(outcomes: list[Outcome]) -> dict[str, tuple[Outcome, Outcome]]:
    samples: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if SAMPLE.search(outcome.probe.heading):
            samples[SAMPLE.sub("", outcome.probe.heading)].append(outcome)
    return {name: (two[0], two[1]) for name, two in samples.items() if len(two) == 2}


def _absent(first: Outcome, second: Outcome) -> bool:
    return any(one.text.startswith("absent:") or not one.text for one in (first, second))


def _counters(first: Outcome, second: Outcome) -> str:
    if _absent(first, second):
        return "gone" if second.text.startswith("absent:") or not second.text else "not readable"
    before, after = (dict(VALUE.findall(one.text)) for one in (first, second))
    parts = [f"seconds={_difference(before, after, 'at')}", f"state={_letter(before)},{_letter(after)}"]
    parts += [f"{shown}={_difference(before, after, name)}" for name, shown in COUNTERS.items()]
    return " ".join(parts)


def _letter(values: dict[str, str]) -> str:
    return values.get("State", "?")[:1]


def _difference(before: dict[str, str], after: dict[str, str], name: str) -> str:
    try:
        return f"{float(after[name]) - float(before[name]):.2f}".rstrip("0").rstrip(".")
    except (KeyError, ValueError):
        return "?"


def _stacks(first: Outcome, second: Outcome) -> str:
    if _absent(first, second):
        return "main_thread=? other_threads=?"
    before, after = _blocks(first.text), _blocks(second.text)
    main = next((key for key in before if "MainThread" in before[key]), next(iter(before), ""))
    others = {key: block for key, block in before.items() if key != main} == {
        key: block for key, block in after.items() if key != main
    }
    return f"main_thread={_word(before.get(main) == after.get(main))} other_threads={_word(others)}"


def _word(same: bool) -> str:
    return "same_stack" if same else "moved"


def _blocks(text: str) -> dict[str, str]:
    parts = BLOCK.split(text.partition(BRANCHES)[0])
    return {parts[n]: parts[n + 1] + parts[n + 2] for n in range(1, len(parts) - 2, 3)}


def _communicators(first: Outcome, second: Outcome) -> list[str]:
    """How far each rank's operations went, and whether they went on."""
    before, after = _counts(first.text), _counts(second.text)
    lines = []
    for name, ranks in list(after.items())[:MOST_COMMUNICATORS]:
        earlier = before.get(name, {})
        moving = sum(earlier.get(rank) != counts for rank, counts in ranks.items())
        who = defaultdict(list)
        for rank, counts in ranks.items():
            who[counts].append(rank)
        shown = "; ".join(
            f"rank {_ranges(some)}: {counts or 'no operation yet'}" for counts, some in list(who.items())[:8]
        )
        lines.append(f"NCCL communicator {name}: {moving} of {len(ranks)} ranks moved; {shown}")
    return lines


def _counts(text: str) -> dict[str, dict[int, str]]:
    try:
        found = json.loads(FORGOTTEN_COMMA.sub(r"\1,\2", text[text.index("{") :]))
        return {
            one["hash"]: {rank["rank"]: _operations(rank) for rank in one["ranks"]} for one in found["communicators"]
        }
    except (ValueError, KeyError, TypeError):
        return {}


def _operations(rank: dict) -> str:
    return " ".join(f"{name}={count}" for name, count in rank["collective_counts"].items() if count)


def _ranges(ranks: list[int]) -> str:
    """0, 1, 2, 5 -> 0-2,5."""
    parts: list[list[int]] = []
    for rank in sorted(ranks):
        if parts and rank == parts[-1][1] + 1:
            parts[-1][1] = rank
        else:
            parts.append([rank, rank])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
