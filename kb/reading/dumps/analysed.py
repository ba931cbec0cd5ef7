"""Who did not join a collective, as torch says itself: its analyser of flight recordings (torchfrtrace, fr_trace), and
the watchdog's report where TORCH_NCCL_DESYNC_DEBUG is set.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.reading.blocks import Kind, Lines

FIRST = re.compile(r"Not all ranks joining collective(?:,? sequence number:? (?P<number>\d{1,12}))?.{0,100}")
VALUE = re.compile(r"(?P<name>[a-z][a-z ]{2,40}): (?P<value>.{0,4000})")
RANK = re.compile(r"\d{1,6}")
MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class Analysed:
    """One collective that `missing` never called; `waiting` are those of its group that did."""

    operation: str
    missing: tuple[int, ...]
    waiting: tuple[int, ...]


def read(lines: Lines) -> Analysed | None:
    """None where nobody is named: then ranks are missing whose recordings are."""
    if not FIRST.fullmatch(lines.peek() or ""):
        return None
    lines.take()
    values: dict[str, str] = {}
    for _ in range(MOST_LINES):
        told = VALUE.fullmatch(lines.peek() or "")
        if not told:
            break
        lines.take()
        values.setdefault(told["name"], told["value"])
    missing, expected = (_ranks(values.get(name, "")) for name in ("missing ranks", "expected ranks"))
    waiting = tuple(rank for rank in expected if rank not in missing)
    return Analysed(values.get("collective", ""), missing, waiting) if missing else None


def _ranks(text: str) -> tuple[int, ...]:
    """As Python prints a set of them."""
    return tuple(sorted({int(rank) for rank in RANK.findall(text)})) if text.startswith("{") else ()


TIMEOUT = re.compile(r"- \[\d{1,6}\] Timeout at collective: (?P<operation>\w{1,60}), #\d{1,20}")
NEVER = re.compile(r"- To our best knowledge, ranks \[(?P<ranks>[\d, ]{1,4000})\] are the lagging ranks .{0,200}")
# One line a state: "- [7] joined but didn't finish collective #183 (count from 1)", "[7] finished collective #182, …".
NOT_JOINED = re.compile(r"(?:- )?\[(?P<ranks>[\d, ]{1,4000})\] finished collective #\d{1,20}, but didn't join .{0,100}")
STARTED = re.compile(r"(?:- )?\[(?P<ranks>[\d, ]{1,4000})\] started (?P<operation>\w{1,60})")
OF_A_REPORT = re.compile(
    r"- To our best knowledge|- Snapshot of ranks|#\d{1,20} (?:started|finished) ranks:"
    r"|(?:- )?\[[\d, ]{1,4000}\] (?:joined|finished)\b"
)


def read_desync(lines: Lines) -> Analysed | None:
    """None where everybody joined, or all that is said of the others was not pasted."""
    begun = TIMEOUT.fullmatch(lines.peek() or "")
    if not begun:
        return None
    lines.take()
    missing: set[int] = set()
    waiting: set[int] = set()
    for _ in range(MOST_LINES * MOST_LINES):
        line = lines.peek() or ""
        if told := NEVER.fullmatch(line) or NOT_JOINED.fullmatch(line):
            missing.update(map(int, RANK.findall(told["ranks"])))
        elif told := STARTED.fullmatch(line):
            waiting.update(map(int, RANK.findall(told["ranks"])))
        elif not OF_A_REPORT.match(line):
            break
        lines.take()
    waits = tuple(sorted(waiting - missing))
    return Analysed(begun["operation"], tuple(sorted(missing)), waits) if missing else None


BEGINS = re.compile(r"Not all ranks joining")
KIND = Kind("flight recorder analysis", r"Not all ranks joining collective", read, begins=BEGINS)
DESYNC_KIND = Kind("desync report", r"\] Timeout at collective: \w", read_desync)
