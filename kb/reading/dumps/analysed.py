"""What torch's own analyser of flight recordings (torchfrtrace, fr_trace) says: who did not join a collective."""

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


BEGINS = re.compile(r"Not all ranks joining")
KIND = Kind("flight recorder analysis", r"Not all ranks joining collective", read, begins=BEGINS)
