"""All signatures of a catalogue in one Hyperscan database: one pass over a log finds every one, in linear time."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import hyperscan

from kb.catalogue.entry import Entry, Signature
from kb.matching.patterns import Line, spans_of
from kb.reading.one_pass import MOST_SIGHTINGS
from kb.reading.text.compact import Compact
from kb.reading.text.places import Span

Where = TypeVar("Where")
# A signature's line -> where it was found.
Found = Mapping[str, Sequence[Where]]


@dataclass(frozen=True)
class Hit(Generic[Where]):
    """A signature that the log satisfies, with every place of its line and one of each line that goes together."""

    entry: Entry
    signature: Signature
    places: tuple[Where, ...]
    together: tuple[tuple[str, Where], ...] = ()


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
        self._uses: dict[str, list[int]] = defaultdict(list)
        for number, (_, signature) in enumerate(self._signatures):
            self._uses[signature.line].append(number)
        self._database = compiled(self._by_number) if self._by_number else None
        self._thread = threading.local()

    def _scratch(self) -> hyperscan.Scratch:
        if not hasattr(self._thread, "scratch"):
            self._thread.scratch = hyperscan.Scratch(self._database)
        return self._thread.scratch

    def find(self, compact: Compact, after: int = 0) -> dict[str, tuple[Span, ...]]:
        """Every line of a signature, with its places that end beyond byte `after` of the clean text."""
        ends: dict[int, list[int]] = {}

        def note(number: int, start: int, end: int, flags: int, context: object) -> None:
            found = ends.setdefault(number, [])
            if found and end == found[-1] + 1:
                found[-1] = end  # the same match, longer: a hole at its end takes one more character
            elif len(found) < MOST_SIGHTINGS:
                found.append(end)

        if self._database:
            self._database.scan(compact.data, match_event_handler=note, scratch=self._scratch())
        lines = ((self._by_number[number], found) for number, found in ends.items())
        spans = ((line.text, spans_of(line, found, compact)) for line, found in lines)
        fresh = ((text, tuple(span for span in found if span.end > after)) for text, found in spans)
        return {text: found for text, found in fresh if found}

    def satisfied(self, found: Found) -> list[Hit]:
        """What was found in a whole log -> every satisfied signature, in the order of the catalogue."""
        numbers = sorted(number for line in found for number in self._uses.get(line, ()))
        return [hit for number in numbers if (hit := self._satisfied(*self._signatures[number], found))]

    def _satisfied(self, entry: Entry, signature: Signature, found: Found) -> Hit | None:
        if not all(line in found for line in signature.together) or any(line in found for line in signature.absent):
            return None
        together = tuple((line, found[line][0]) for line in signature.together)
        return Hit(entry, signature, tuple(found[signature.line]), together)


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
