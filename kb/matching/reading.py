"""One log, read once from front to back: what its lines say, and never more of it in memory than a stretch."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from kb.matching import log
from kb.matching.cleaning import SOFT
from kb.matching.decoding import Content, Unreadable
from kb.matching.landmarks import Landmarks
from kb.matching.lines import Span
from kb.matching.marks import find_marks
from kb.matching.signatures import MOST_HITS_OF_ONE_LINE, SignatureDatabase
from kb.matching.stretches import Stretch, stretches
from kb.matching.timeouts import Timeouts

# What a person describes, or a paste too short to have error lines, is looked at as it stands, up to here.
LONGEST_HEAD = 4000


@dataclass(frozen=True, slots=True)
class Sighting:
    """A pasted line (from 1) in which a signature's line was found; `echo` where it stands in quoted source code."""

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
    landmarks: Landmarks
    timeouts: Timeouts
    notice: str = ""
    line_count: int = 1
    head: str = ""
    found: dict[str, list[Sighting]] = field(default_factory=lambda: defaultdict(list))
    pasted: list[bytes] = field(default_factory=list)

    def add(self, stretch: Stretch, signatures: SignatureDatabase) -> None:
        """Adds what one stretch says."""
        for line, spans in signatures.find(stretch.compact, stretch.seen).items():
            known = self.found[line]
            known += [self._sighting(span, stretch) for span in spans[: MOST_HITS_OF_ONE_LINE - len(known)]]
        marks = find_marks(stretch)
        self.landmarks.add(stretch, marks)
        self.timeouts.add(stretch, marks)
        self.line_count = stretch.last_line
        if not self.head:
            self.head = stretch.text[: 4 * LONGEST_HEAD].decode("utf-8", errors="ignore")[:LONGEST_HEAD]

    def _sighting(self, span: Span, stretch: Stretch) -> Sighting:
        place = stretch.places.place(span.start)
        return Sighting(place.line, place.text, log.rank_of(place.text), log.time_of(place.text), self.file, span.echo)

    @property
    def text(self) -> str:
        """The log as it was sent, where it was kept."""
        return b"".join(self.pasted).decode("utf-8", errors="replace")

    def head_lines(self) -> list[str]:
        return self.head.replace(SOFT, "\n").split("\n")


def read(file: str, content: Content, signatures: SignatureDatabase, keep: bool) -> Reading:
    """A log -> its reading; `keep` keeps the text for showing. Never raises on content."""
    reading = Reading(file, Landmarks(file), Timeouts(file))
    try:
        for stretch in stretches(content):
            reading.add(stretch, signatures)
            if keep:
                reading.pasted.append(stretch.pasted)
    except Unreadable as reason:
        reading.notice = str(reason)
    return reading
