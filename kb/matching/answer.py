"""What the matcher says: the one object that page, JSON and terminal all show."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.entry import Entry
from kb.catalogue.versions import ForReader, for_reader
from kb.matching.hangs import Hang

CONFIDENT = 0.7
MOST_MATCHES = 10


@dataclass(frozen=True, slots=True)
class Evidence:
    """One pasted line that speaks for a failure. `line` counts from 1 in the paste (or in `file`)."""

    line: int
    text: str
    proof: str
    signature: str
    rank: str = ""
    time: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """One kind of evidence for a match and what it alone would score."""

    kind: str
    detail: str
    score: float


@dataclass(frozen=True, slots=True)
class Match:
    """One entry with a score from 0 to 1; at CONFIDENT and above it is an answer, below it a guess."""

    entry: Entry
    score: float
    evidence: tuple[Evidence, ...]
    reason: str
    grounds: tuple[Ground, ...] = ()

    @property
    def slug(self) -> str:
        return self.entry.slug

    @property
    def confident(self) -> bool:
        return self.score >= CONFIDENT


@dataclass(frozen=True, slots=True)
class Step:
    """A link of the chain: what happened, where it shows first."""

    match: Match
    line: int
    rank: str
    time: str


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """A line that looks like an error, whether or not any entry knows it."""

    line: int
    text: str
    rank: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Best match first. `notice` explains why nothing could be read at all; then nothing was matched.

    `pasted` has (file name, text) of what was read, `unread` (file name, why) of what was not.
    """

    matches: tuple[Match, ...] = ()
    chain: tuple[Step, ...] = ()
    others: tuple[Match, ...] = ()
    error_lines: tuple[ErrorLine, ...] = ()
    unexplained: ErrorLine | None = None
    versions: tuple[tuple[str, str], ...] = ()
    hang: Hang | None = None
    query: str = ""
    line_count: int = 0
    notice: str = ""
    pasted: tuple[tuple[str, str], ...] = ()
    unread: tuple[tuple[str, str], ...] = ()

    @property
    def best(self) -> Match | None:
        """The answer, or None where the matcher does not know."""
        return self.matches[0] if self.matches and self.matches[0].confident else None

    @property
    def version_notes(self) -> tuple[ForReader, ...]:
        """What the answer's entry says about the versions that the log names."""
        return for_reader(self.best.entry.front.versions, dict(self.versions)) if self.best else ()

    @property
    def guesses(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if not match.confident)
