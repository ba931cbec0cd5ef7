"""A line of the paste -> the same line where the page names it, with its place in the log below."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.reports.against_text import also_in_good
from kb.masking import pictured
from kb.matching.match import Evidence
from kb.pages.pasted.log_view import anchor, shortened
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import to_the_ms

PROOF_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Cited:
    """A pasted line that is named on the page; `anchor` is its place in the log below.

    `fact` is what it says, where it is a row of a table; `about` is what we say of it.
    """

    line: int
    text: str
    cut: str
    rank: str
    time: str
    file: str
    anchor: str
    fact: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Pasted:
    """The names of the files that were read, which give every line its place on the page."""

    names: tuple[str, ...]

    def cited(self, item: Evidence | ErrorLine, most: int = PROOF_CHARACTERS, about: str = "") -> Cited:
        text, cut = shortened(item.text.strip(), most)
        text = pictured(text)
        place = anchor(item.line, self.number(item.file))
        told = getattr(item, "fact", None)
        fact = told.sentence if told else ""
        also = getattr(item, "also", None)
        about = also_in_good(*also) if also else about
        time = to_the_ms(getattr(item, "time", ""))
        return Cited(item.line, text, cut, item.rank, time, item.file, place, fact, about)

    def anchor(self, line: int, file: str) -> str:
        return anchor(line, self.number(file))

    def number(self, name: str) -> int:
        """0 where there is one text; files of one job count from 1."""
        return self.names.index(name) + 1 if len(self.names) > 1 and name in self.names else 0
