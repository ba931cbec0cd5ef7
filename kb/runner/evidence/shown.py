"""A program's log -> the decisive signatures that it satisfies, and what it measured; standard library only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.catalogue.schema.entry import Signature
from kb.matching.patterns import Line, spans_of
from kb.reading.text.cleaning import clean
from kb.reading.text.compact import Compact
from kb.reading.text.places import Span
from kb.runner.evidence.bounded import ends

MEASURED = re.compile(r"MEASURED (?P<name>[^\n]{1,200}?) = (?P<value>[^\s,;()]{1,40})")
NUMBER = re.compile(r"[-+]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:e[-+]?\d{1,3})?")
BOUND = re.compile(rf"(?P<sign><=|>=|<|>|==)\s*(?P<value>{NUMBER.pattern})")
# Characters of a line that are kept as evidence, and how many of them may lie before the match.
LONGEST, LEADING = 400, 120
SIGNS = {
    "<=": lambda value, bound: value <= bound,
    ">=": lambda value, bound: value >= bound,
    "<": lambda value, bound: value < bound,
    ">": lambda value, bound: value > bound,
    "==": lambda value, bound: value == bound,
}


@dataclass(frozen=True, slots=True)
class Proof:
    """A line of the log, counted from 1, that satisfies a signature."""

    line: int
    text: str
    of: Signature

    @property
    def signature(self) -> str:
        return self.of.line


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
    return tuple(span for span in spans_of(line, ends(line, compact.data.lower()), compact) if not span.echo)


def _proof(signature: Signature, span: Span, text: bytes) -> Proof:
    start = text.rfind(b"\n", 0, span.start) + 1
    end = text.find(b"\n", span.end)
    # A progress bar makes a line of any length: what proves must be in the part that is kept.
    start = max(start, span.start - LEADING)
    line = text[start : end if end >= 0 else len(text)].decode(errors="replace").strip()
    return Proof(text.count(b"\n", 0, span.start) + 1, line[:LONGEST], signature)


def measured(log: str, name: str) -> list[float]:
    """The values that the log gives for a measure, in order."""
    return [float(value) for value in _said(log, name) if NUMBER.fullmatch(value)]


def unusable(log: str, name: str) -> list[str]:
    """What stands in a measure's place without being a number, such as nan."""
    return [value for value in _said(log, name) if not NUMBER.fullmatch(value)]


def _said(log: str, name: str) -> list[str]:
    return [match["value"] for match in MEASURED.finditer(log) if match["name"] == name]


def within(value: float, bound: str) -> bool:
    """Whether a value keeps a bound such as '>= 2.0'. Raises ValueError for what is no bound."""
    match = BOUND.fullmatch(bound.strip())
    if not match:
        raise ValueError(f"{bound!r} is no bound: write a sign and a number, such as '>= 2.0'")
    return SIGNS[match["sign"]](value, float(match["value"]))


def line_only(signature: Signature) -> Signature:
    """The signature less what must, or must not, stand elsewhere in the log: for a single line of evidence."""
    return Signature(line=signature.line, proof=signature.proof)
