"""A program's log -> the decisive signatures that it satisfies, and what it measured; standard library only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kb.catalogue.entry import Signature
from kb.catalogue.holes import Hole, parts
from kb.matching.patterns import Line, spans_of
from kb.reading.text.cleaning import clean
from kb.reading.text.compact import Compact, squeeze
from kb.reading.text.places import Span

MEASURED = re.compile(r"MEASURED (?P<name>.+?) = (?P<value>[-+]?[\d.]+(?:e[-+]?\d+)?)")
BOUND = re.compile(r"(?P<sign><=|>=|<|>|==)\s*(?P<value>[-+]?[\d.]+(?:e[-+]?\d+)?)")
SIGNS = {
    "<=": lambda value, bound: value <= bound,
    ">=": lambda value, bound: value >= bound,
    "<": lambda value, bound: value < bound,
    ">": lambda value, bound: value > bound,
    "==": lambda value, bound: value == bound,
}
# A piece of a message this long cannot stand in a program by chance.
TELLING_PIECE = 18


@dataclass(frozen=True, slots=True)
class Proof:
    """A line of the log, counted from 1, that satisfies a signature."""

    line: int
    text: str
    signature: str


def proofs(log: str, signatures: tuple[Signature, ...]) -> list[Proof]:
    """Every decisive signature that the log satisfies, each with the first line that does."""
    compact = Compact(clean(log.replace("\r\n", "\n")))
    found = []
    for signature in signatures:
        wanted = [_spans(line, compact) for line in (signature.line, *signature.together)]
        if all(wanted) and not any(_spans(line, compact) for line in signature.absent):
            found.append(_proof(signature, wanted[0][0], compact.original))
    return found


def _spans(text: str, compact: Compact) -> tuple[Span, ...]:
    line = Line(text)
    matches = re.finditer(line.pattern, compact.data, re.IGNORECASE | re.DOTALL)
    return tuple(span for span in spans_of(line, [match.end() for match in matches], compact) if not span.echo)


def _proof(signature: Signature, span: Span, text: bytes) -> Proof:
    start = text.rfind(b"\n", 0, span.start) + 1
    end = text.find(b"\n", span.end)
    line = text[start : end if end >= 0 else len(text)].decode(errors="replace").strip()
    return Proof(text.count(b"\n", 0, span.start) + 1, line[:400], signature.line)


def measured(log: str, name: str) -> list[float]:
    """The values that the log gives for a measure, in order."""
    return [float(match["value"]) for match in MEASURED.finditer(log) if match["name"] == name]


def within(value: float, bound: str) -> bool:
    """Whether a value keeps a bound such as '>= 2.0'. Raises ValueError for what is no bound."""
    match = BOUND.fullmatch(bound.strip())
    if not match:
        raise ValueError(f"{bound!r} is no bound: write a sign and a number, such as '>= 2.0'")
    return SIGNS[match["sign"]](value, float(match["value"]))


def words_in_programs(files: list[Path], signatures: tuple[Signature, ...]) -> list[str]:
    """Pieces of the decisive messages that stand in the programs: a program may not print what a library should."""
    sources = {path.name: squeeze(path.read_text(encoding="utf-8", errors="replace")).lower() for path in files}
    pieces = {piece for s in signatures for piece in parts(s.line) if not isinstance(piece, Hole)}
    telling = {piece for piece in pieces if len(squeeze(piece)) >= TELLING_PIECE}
    return sorted(
        f"{name}: {p.strip()}" for name, text in sources.items() for p in telling if squeeze(p).lower() in text
    )
