"""A proved entry -> what else was behind public reports that it proves: many name a class of error, not its cause."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import title_of
from kb.catalogue.schema.entry import Entry
from kb.language import gettext

# One such report may be a label that can be argued.
LEAST = 2
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Behind:
    """Of `reports` that the entry proves, `another` had something else behind them; `named` are the commonest."""

    reports: int
    another: int
    named: tuple[tuple[Entry, int], ...] = ()

    @property
    def sentence(self) -> str:
        told = gettext("Of {reports} sampled public reports with such a proof, {another} had something else behind it")
        return told.format(reports=self.reports, another=self.another)

    @property
    def words(self) -> str:
        """The sentence with the titles: for a terminal or a chat."""
        listed = gettext("; ").join(f"{title_of(entry)} ({number})" for entry, number in self.named)
        return self.sentence + gettext(": ") + listed + gettext(".")


def behind(slug: str, catalogue: Catalogue) -> Behind | None:
    """None where nearly every such report was of the entry itself, or nobody has counted."""
    proofs = catalogue.proofs.get(slug)
    if proofs is None or proofs.another < LEAST:
        return None
    known = [(catalogue.by_slug[other], number) for other, number in catalogue.was_behind(slug).items()]
    return Behind(proofs.reports, proofs.another, tuple(known[:MOST_NAMED])) if known else None
