"""One line of a signature: its pattern in the compact spelling, and whether a match of it can be the real thing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.catalogue.schema.holes import HOLES, SHORTEST, Hole, parts
from kb.reading.text.cleaning import QUOTES, SOFT
from kb.reading.text.compact import Compact, squeeze
from kb.reading.text.places import Span

# A line that a terminal wrapped is at least this wide; a match spread over shorter lines is a coincidence.
NARROWEST_TERMINAL = 38
# The widest thing that a hole takes, in bytes.
LONGEST_HOLE = 200
LONGEST_QUOTE = 200
# What a hole at the end takes beyond its first character, as printed.
TAILS = {
    "int": re.compile(rb"[0-9]{0,20}"),
    "num": re.compile(rb"[0-9.e+-]{0,20}", re.IGNORECASE),
    "hex": re.compile(rb"[0-9a-fx]{0,32}", re.IGNORECASE),
    "word": re.compile(rb"[0-9a-z.:/+-]{0,80}", re.IGNORECASE),
}
NO_TAIL = re.compile(rb"")
# Source code in a traceback quotes the message before it is raised.
ECHO = re.compile(
    rb"(?:\braise\b|\bassert\b|\b(?:print|warn|warn_once|WARN|TORCH_CHECK|\w+(?:Error|Exception))\(|\blog\w*\.\w+\()[^\n]{0,80}[\"']$"
)


@dataclass(slots=True)
class Line:
    """One distinct line among all signatures."""

    text: str
    number: int = 0
    pieces: list[str | Hole] = field(init=False)
    pattern: bytes = field(init=False)
    literals: list[bytes] = field(init=False)
    reach: int = field(init=False)
    ends_in_digit: bool = field(init=False)
    tail: re.Pattern = field(init=False)

    def __post_init__(self) -> None:
        pieces = self.pieces = _to_the_last_that_counts(parts(_without_stop(self.text.translate(QUOTES))))
        self.pattern = b"".join(map(_pattern, pieces[:-1])) + _last_pattern(pieces[-1])
        self.literals = [squeeze(piece).lower() for piece in pieces if isinstance(piece, str) and squeeze(piece)]
        self.reach = sum(map(len, self.literals)) + LONGEST_HOLE * sum(isinstance(piece, Hole) for piece in pieces)
        self.tail = TAILS.get(pieces[-1].type if isinstance(pieces[-1], Hole) else "", NO_TAIL)
        self.ends_in_digit = isinstance(pieces[-1], str) and pieces[-1].rstrip()[-1:].isdigit()

    def start(self, data: bytes, end: int) -> int:
        """Where the match that ends at `end` begins: its literal parts, found from the last to the first."""
        floor = max(0, end - self.reach)
        window = data[floor:end].lower()
        at = len(window)
        for literal in reversed(self.literals):
            at = max(window.rfind(literal, 0, at), 0)
        return floor + at


def _without_stop(text: str) -> str:
    """A line less its full stop: people leave it out, and programs put what they add in front of it."""
    return text[:-1] if re.search(r"[^\W\d]{2}\.$", text) else text


def _to_the_last_that_counts(pieces: list[str | Hole]) -> list[str | Hole]:
    """Less what the compact spelling has not: behind `<word> ***` the hole would be no last one, and have many ends."""
    last = max((n for n, piece in enumerate(pieces) if isinstance(piece, Hole) or squeeze(piece)), default=0)
    return pieces[: last + 1]


def _pattern(piece: str | Hole) -> bytes:
    if isinstance(piece, Hole):
        return b"(?:" + HOLES[piece.type].encode() + b")"
    return re.escape(squeeze(piece))


def _last_pattern(piece: str | Hole) -> bytes:
    """A hole at the end takes as little as it can: each further character would be one more match of the same."""
    return SHORTEST[piece.type].encode() if isinstance(piece, Hole) and piece.type in SHORTEST else _pattern(piece)


def spans_of(line: Line, ends: list[int], compact: Compact) -> tuple[Span, ...]:
    """Ends of matches in the compact text -> the places in the clean text that can really be this line."""
    spans = (_span(line, end, compact) for end in ends)
    return tuple(span for span in spans if _is_plausible(line, span, compact.original))


def _span(line: Line, end: int, compact: Compact) -> Span:
    first, last = compact.origin(line.start(compact.data, end)), compact.origin(end - 1) + 1
    last = line.tail.match(compact.original, last).end()
    floor = max(0, first - LONGEST_QUOTE)
    before = compact.original[max(floor, compact.original.rfind(b"\n", floor, first) + 1) : first]
    return Span(first, last, echo=before.endswith((b'"', b"'")) and ECHO.search(before) is not None)


def _is_plausible(line: Line, span: Span, text: bytes) -> bool:
    breaks = text.count(b"\n", span.start, span.end) + text.count(SOFT.encode(), span.start, span.end)
    if breaks > 1 + (span.end - span.start) // NARROWEST_TERMINAL:
        return False
    return not (line.ends_in_digit and text[span.end : span.end + 1].isdigit())
