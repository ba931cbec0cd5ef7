"""All signatures of a catalogue in one Hyperscan database: one pass over a log finds every one, in linear time."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import hyperscan

from kb.catalogue.entry import Entry, Signature
from kb.matching.compact import Compact
from kb.matching.lines import Line, Span, spans_of

# A log repeats its message once a rank and once a retry; beyond this, more of the same proves nothing more.
MOST_HITS_OF_ONE_LINE = 200


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


class SignatureDatabase:
    """Compiled once per process and shared by threads; each thread has a scratch space of its own.

    Raises UnusableSignature where a line is beyond what Hyperscan can compile.
    """

    def __init__(self, entries: Iterable[Entry]):
        self._signatures = [(entry, signature) for entry in entries for signature in entry.front.signatures]
        self._lines: dict[str, Line] = {}
        for _, signature in self._signatures:
            for text in (signature.line, *signature.together, *signature.absent):
                self._lines.setdefault(text, Line(text, len(self._lines)))
        self._by_number = list(self._lines.values())
        self._database = compiled(self._by_number) if self._by_number else None
        self._thread = threading.local()

    def _scratch(self) -> hyperscan.Scratch:
        if not hasattr(self._thread, "scratch"):
            self._thread.scratch = hyperscan.Scratch(self._database)
        return self._thread.scratch

    def scan(self, compact: Compact) -> list[Hit]:
        """Clean text in its compact spelling -> every satisfied signature, in the order of the catalogue."""
        spans = self._find(compact) if self._database else {}
        return [hit for entry, signature in self._signatures if (hit := self._satisfied(entry, signature, spans))]

    def _find(self, compact: Compact) -> dict[str, tuple[Span, ...]]:
        ends: dict[int, list[int]] = {}

        def note(number: int, start: int, end: int, flags: int, context: object) -> None:
            found = ends.setdefault(number, [])
            if found and end == found[-1] + 1:
                found[-1] = end  # the same match, longer: a hole at its end takes one more character
            elif len(found) < MOST_HITS_OF_ONE_LINE:
                found.append(end)

        self._database.scan(compact.data, match_event_handler=note, scratch=self._scratch())
        lines = ((self._by_number[number], found) for number, found in ends.items())
        spans = {line.text: spans_of(line, found, compact) for line, found in lines}
        return {text: found for text, found in spans.items() if found}

    def _satisfied(self, entry: Entry, signature: Signature, spans: dict[str, tuple[Span, ...]]) -> Hit | None:
        wanted = (signature.line, *signature.together)
        if not all(line in spans for line in wanted) or any(line in spans for line in signature.absent):
            return None
        together = tuple((line, spans[line][0]) for line in signature.together)
        return Hit(entry, signature, spans[signature.line], together)


def compiled(lines: list[Line]) -> hyperscan.Database:
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


def _compile(lines: list[Line]) -> hyperscan.Database:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_DOTALL
    database.compile(
        expressions=[line.pattern for line in lines],
        ids=[line.number for line in lines],
        flags=[flags] * len(lines),
    )
    return database
