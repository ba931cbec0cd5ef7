"""One log, read once from front to back: what its lines say, and never more of it in memory than a stretch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kb.reading.errors import Errors
from kb.reading.marks import VERSIONS, Marks, find_marks
from kb.reading.text.cleaning import SOFT
from kb.reading.text.compact import Compact
from kb.reading.text.decoding import Content, Unreadable
from kb.reading.text.lines import rank_of, time_of
from kb.reading.text.places import Span
from kb.reading.text.stretches import Stretch, stretches
from kb.reading.watchdog import Timeouts

# A log repeats its message once a rank and once a retry; beyond this, more of the same proves nothing more.
MOST_SIGHTINGS = 200
# What a person describes, or a paste too short to have error lines, is looked at as it stands, up to here.
LONGEST_HEAD = 4000


class Scanner(Protocol):
    """Whoever looks for lines of its own in the same pass; what it looks for is no business of the reading."""

    def find(self, compact: Compact, after: int = 0) -> Mapping[str, Sequence[Span]]:
        """Every line that it knows, with its places that end beyond byte `after` of the clean text."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A pasted line (from 1) in which the scanner found one of its own; `echo` where it stands in quoted source."""

    line: int
    text: str
    rank: str
    time: str
    file: str
    echo: bool


@dataclass(slots=True)
class Reading:
    """What one pass over one log found, or a `notice` that says why it could not be read."""

    file: str
    errors: Errors
    timeouts: Timeouts
    versions: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    line_count: int = 1
    head: str = ""
    found: dict[str, list[Sighting]] = field(default_factory=lambda: defaultdict(list))
    pasted: list[bytes] = field(default_factory=list)

    def add(self, stretch: Stretch, scanner: Scanner) -> None:
        """Adds what one stretch says."""
        for line, spans in scanner.find(stretch.compact, stretch.seen).items():
            known = self.found[line]
            known += [self._sighting(span, stretch) for span in spans[: MOST_SIGHTINGS - len(known)]]
        marks = find_marks(stretch)
        self.errors.add(stretch, marks)
        self.timeouts.add(stretch, marks)
        self._note_versions(marks)
        self.line_count = stretch.last_line
        if not self.head:
            self.head = stretch.text[: 4 * LONGEST_HEAD].decode("utf-8", errors="ignore")[:LONGEST_HEAD]

    def _note_versions(self, marks: Marks) -> None:
        """The first mention of each counts."""
        for name in VERSIONS:
            if name in marks.versions:
                self.versions.setdefault(name, marks.versions[name])

    def _sighting(self, span: Span, stretch: Stretch) -> Sighting:
        place = stretch.places.place(span.start)
        return Sighting(place.line, place.text, rank_of(place.text), time_of(place.text), self.file, span.echo)

    @property
    def text(self) -> str:
        """The log as it was sent, where it was kept."""
        return b"".join(self.pasted).decode("utf-8", errors="replace")

    def head_lines(self) -> list[str]:
        return self.head.replace(SOFT, "\n").split("\n")


def read(file: str, content: Content, scanner: Scanner, keep: bool) -> Reading:
    """A log -> its reading; `keep` keeps the text for showing. Never raises on content."""
    reading = Reading(file, Errors(file), Timeouts(file))
    try:
        for stretch in stretches(content):
            reading.add(stretch, scanner)
            if keep:
                reading.pasted.append(stretch.pasted)
    except Unreadable as reason:
        reading.notice = str(reason)
    return reading
