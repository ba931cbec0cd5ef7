"""The typed holes of a signature: what may stand where runs differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

# Bounded on purpose: with a bound, the time to match one signature cannot depend on the log.
HOLES = {
    "int": r"[+-]?[0-9]{1,20}",
    "num": r"[+-]?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,4})?",
    "hex": r"(?:0x)?[0-9a-f]{1,32}",
    "word": r"[0-9a-z.:/+-]{1,80}",
    "path": r"[^\n]{1,200}",
    "any": r"[^\n]{0,200}",
}

# The least that stands for a hole, for where nothing follows it.
SHORTEST = {
    "int": r"[+-]?[0-9]",
    "num": r"[+-]?[0-9]",
    "hex": r"[0-9a-f]",
    "word": r"[0-9a-z.:/+-]",
    "path": r"[^\n]",
    "any": r"",
}

_HOLE = re.compile(r"(?<!\\)<([a-z]+)>")


@dataclass(frozen=True, slots=True)
class Hole:
    """A typed gap in a signature."""

    type: str


def parts(line: str) -> list[str | Hole]:
    """A signature's line -> literal texts and holes, in order. `\\<word>` is the literal text `<word>`."""
    pieces = _HOLE.split(line)
    texts = [piece.replace("\\<", "<") if n % 2 == 0 else Hole(piece) for n, piece in enumerate(pieces)]
    return [text for text in texts if text != ""]


def held_by(line: str, text: str, hole: int = 0) -> str:
    """What the holes of a signature's line hold in a text, from the first to the last; empty where it is not there.

    With `hole`, what that one holds, counted from 1.
    """
    found = _pattern(line).search(text)
    return found[f"hole{hole}" if hole else "held"] if found else ""


def place_in(line: str, text: str) -> tuple[int, int]:
    """Where a signature's line begins and ends in a text, less a hole that takes the rest; (0, 0) if it is not."""
    pieces = parts(line)
    rest = isinstance(pieces[-1], Hole) and pieces[-1].type in ("any", "path")
    found = _pattern(line).search(text)
    return (found.start(), found.start("last") if rest else found.end()) if found else (0, 0)


@lru_cache(maxsize=1_024)
def _pattern(line: str) -> re.Pattern[str]:
    pieces = parts(line)
    places = [n for n, piece in enumerate(pieces) if isinstance(piece, Hole)] or [0]
    number = {place: n for n, place in enumerate(places, 1)}
    told = [
        f"(?P<hole{number[n]}>{HOLES[p.type]})"
        if isinstance(p, Hole)
        else r"\s+".join(map(re.escape, re.split(r"\s+", p)))
        for n, p in enumerate(pieces)
    ]
    told[-1] = f"(?P<last>{told[-1]})"
    first, last = places[0], places[-1] + 1
    return re.compile("".join((*told[:first], "(?P<held>", *told[first:last], ")", *told[last:])), re.IGNORECASE)


def unknown_holes(line: str) -> list[str]:
    """Types of holes that nothing defines."""
    return [part.type for part in parts(line) if isinstance(part, Hole) and part.type not in HOLES]
