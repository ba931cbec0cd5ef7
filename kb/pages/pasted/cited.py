"""A line of the paste -> the same line where the page names it, with its place in the log below."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.document import title_of
from kb.catalogue.schema.holes import place_in
from kb.diagnosis.answer import Step
from kb.diagnosis.reports.against_text import also_in_good
from kb.language import address
from kb.masking import pictured
from kb.matching.match import Evidence
from kb.pages.pasted.log_view import anchor, shortened
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import to_the_ms

PROOF_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Cited:
    """A pasted line that is named on the page; `anchor` is its place in the log below.

    `matched` is the part that speaks for the entry, between `before` and `behind`. `fact` is what the line says, where
    it is a row of a table; `about` is what we say of it.
    """

    line: int
    before: str
    matched: str
    behind: str
    cut: str
    rank: str
    time: str
    file: str
    anchor: str
    fact: str = ""
    about: str = ""

    @property
    def text(self) -> str:
        return self.before + self.matched + self.behind


@dataclass(frozen=True, slots=True)
class Pasted:
    """The names of the files that were read, which give every line its place on the page."""

    names: tuple[str, ...]

    def cited(self, item: Evidence | ErrorLine, most: int = PROOF_CHARACTERS, about: str = "") -> Cited:
        text, cut = shortened(item.text.strip(), most)
        parts = map(pictured, _parted(text, item))
        place = anchor(item.line, self.number(item.file))
        told = getattr(item, "fact", None)
        fact = told.sentence if told else ""
        also = getattr(item, "also", None)
        about = also_in_good(*also) if also else about
        time = to_the_ms(getattr(item, "time", ""))
        return Cited(item.line, *parts, cut, item.rank, time, item.file, place, fact, about)

    def anchor(self, line: int, file: str) -> str:
        return anchor(line, self.number(file))

    def number(self, name: str) -> int:
        """0 where there is one text; files of one job count from 1."""
        return self.names.index(name) + 1 if len(self.names) > 1 and name in self.names else 0


def _parted(text: str, item: Evidence | ErrorLine) -> tuple[str, str, str]:
    """What stands before, in and behind the words of the signature; all of it behind, where they are not seen whole."""
    printed = isinstance(item, Evidence) and not item.fact
    start, end = place_in(item.signature, text) if printed else (0, 0)
    return text[:start], text[start:end], text[end:]


@dataclass(frozen=True, slots=True)
class StepView:
    """A link of the chain: an entry and where it shows first."""

    title: str
    url: str
    at: Cited


def step_view(step: Step, pasted: Pasted) -> StepView:
    entry = step.match.entry
    return StepView(title_of(entry), address(entry.url), _shown_at(step, pasted))


def _shown_at(step: Step, pasted: Pasted) -> Cited:
    """A step names a line; the file, with several of them, is in the evidence that it was made from."""
    made_from = next((item for item in step.match.evidence if item.line == step.line), None)
    return pasted.cited(made_from or ErrorLine(step.line, "", step.rank))
