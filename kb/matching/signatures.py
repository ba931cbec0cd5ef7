"""All signatures of a catalogue in one Hyperscan database: one pass over a log finds every one, in linear time."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

import hyperscan

from kb.catalogue.entry import Entry, Signature
from kb.catalogue.holes import HOLES, Hole, parts
from kb.matching.cleaning import QUOTES, SOFT
from kb.matching.compact import Compact, squeeze

# A log repeats its message once a rank and once a retry; beyond this, more of the same proves nothing more.
MOST_HITS_OF_ONE_LINE = 200
# A line that a terminal wrapped is at least this wide; a match spread over shorter lines is a coincidence.
NARROWEST_TERMINAL = 38
# The widest thing that a hole takes, in bytes.
LONGEST_HOLE = 200
# Source code in a traceback quotes the message before it is raised.
ECHO = re.compile(
    rb"(?:\braise\b|\bassert\b|\b(?:print|warn|warn_once|WARN|TORCH_CHECK|\w+(?:Error|Exception))\(|\blog\w*\.\w+\()[^\n]{0,80}[\"']$"
)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a line was found: byte offsets in the clean text; `echo` where it stands in quoted source code."""

    start: int
    end: int
    echo: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A signature that the log satisfies, with every place of its line and of the lines that go together with it."""

    entry: Entry
    signature: Signature
    spans: tuple[Span, ...]
    together: tuple[tuple[str, Span], ...] = ()


class UnusableSignature(Exception):
    """Hyperscan cannot compile a signature's line; `line` is that line."""

    def __init__(self, line: str, reason: str):
        super().__init__(f"signature {line!r} cannot be compiled ({reason}): use fewer or shorter holes")
        self.line = line


@dataclass(slots=True)
class _Line:
    """One distinct line among all signatures."""

    text: str
    number: int
    pattern: bytes = field(init=False)
    literals: list[bytes] = field(init=False)
    reach: int = field(init=False)
    ends_in_digit: bool = field(init=False)

    def __post_init__(self) -> None:
        pieces = parts(self.text.translate(QUOTES))
        self.pattern = b"".join(_pattern(piece) for piece in pieces)
        self.literals = [squeeze(piece).lower() for piece in pieces if isinstance(piece, str) and squeeze(piece)]
        self.reach = sum(map(len, self.literals)) + LONGEST_HOLE * sum(isinstance(piece, Hole) for piece in pieces)
        self.ends_in_digit = isinstance(pieces[-1], str) and pieces[-1].rstrip()[-1:].isdigit()

    def start(self, data: bytes, end: int) -> int:
        """Where the match that ends at `end` begins: its literal parts, found from the last to the first."""
        floor = max(0, end - self.reach)
        window = data[floor:end].lower()
        at = len(window)
        for literal in reversed(self.literals):
            at = max(window.rfind(literal, 0, at), 0)
        return floor + at


def _pattern(piece: str | Hole) -> bytes:
    if isinstance(piece, Hole):
        return b"(?:" + HOLES[piece.type].encode() + b")"
    return re.escape(squeeze(piece))


class SignatureDatabase:
    """Compiled once per process and shared by threads; each thread has a scratch space of its own.

    Raises UnusableSignature where a line is beyond what Hyperscan can compile.
    """

    def __init__(self, entries: Iterable[Entry]):
        self._signatures = [(entry, signature) for entry in entries for signature in entry.front.signatures]
        self._lines: dict[str, _Line] = {}
        for _, signature in self._signatures:
            for text in (signature.line, *signature.together, *signature.absent):
                self._lines.setdefault(text, _Line(text, len(self._lines)))
        self._by_number = list(self._lines.values())
        self._database = compiled(self._by_number) if self._by_number else None
        self._thread = threading.local()

    def _scratch(self) -> hyperscan.Scratch:
        if not hasattr(self._thread, "scratch"):
            self._thread.scratch = hyperscan.Scratch(self._database)
        return self._thread.scratch

    def scan(self, text: str) -> list[Hit]:
        """Clean text -> every satisfied signature, in the order of the catalogue."""
        spans = self._find(text) if self._database else {}
        return [hit for entry, signature in self._signatures if (hit := self._satisfied(entry, signature, spans))]

    def _find(self, text: str) -> dict[str, tuple[Span, ...]]:
        compact = Compact(text)
        ends: dict[int, list[int]] = {}

        def note(number: int, start: int, end: int, flags: int, context: object) -> None:
            found = ends.setdefault(number, [])
            if found and end == found[-1] + 1:
                found[-1] = end  # the same match, longer: a hole at its end takes one more character
            elif len(found) < MOST_HITS_OF_ONE_LINE:
                found.append(end)

        self._database.scan(compact.data, match_event_handler=note, scratch=self._scratch())
        lines = ((self._by_number[number], found) for number, found in ends.items())
        spans = {line.text: _plausible(line, found, compact) for line, found in lines}
        return {text: found for text, found in spans.items() if found}

    def _satisfied(self, entry: Entry, signature: Signature, spans: dict[str, tuple[Span, ...]]) -> Hit | None:
        wanted = (signature.line, *signature.together)
        if not all(line in spans for line in wanted) or any(line in spans for line in signature.absent):
            return None
        together = tuple((line, spans[line][0]) for line in signature.together)
        return Hit(entry, signature, spans[signature.line], together)


def compiled(lines: list[_Line]) -> hyperscan.Database:
    """One database of all lines; where that fails, UnusableSignature names the line to blame."""
    try:
        return _compile(lines)
    except hyperscan.error as reason:
        for line in lines:
            try:
                _compile([line])
            except hyperscan.error as own:
                raise UnusableSignature(line.text, str(own)) from own
        raise UnusableSignature(lines[-1].text, str(reason)) from reason


def _compile(lines: list[_Line]) -> hyperscan.Database:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_DOTALL
    database.compile(
        expressions=[line.pattern for line in lines],
        ids=[line.number for line in lines],
        flags=[flags] * len(lines),
    )
    return database


def _plausible(line: _Line, ends: list[int], compact: Compact) -> tuple[Span, ...]:
    spans = (_span(line.start(compact.data, end), end, compact) for end in ends)
    return tuple(span for span in spans if _is_plausible(line, span, compact.original))


def _span(start: int, end: int, compact: Compact) -> Span:
    first, last = compact.origin(start), compact.origin(end - 1) + 1
    before = compact.original[max(first - 200, compact.original.rfind(b"\n", 0, first) + 1) : first]
    return Span(first, last, echo=ECHO.search(before) is not None)


def _is_plausible(line: _Line, span: Span, text: bytes) -> bool:
    breaks = text.count(b"\n", span.start, span.end) + text.count(SOFT.encode(), span.start, span.end)
    if breaks > 1 + (span.end - span.start) // NARROWEST_TERMINAL:
        return False
    return not (line.ends_in_digit and text[span.end : span.end + 1].isdigit())
