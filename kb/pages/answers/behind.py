"""What public reports with the answer's proof had behind them -> what a page shows of it."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.document import title_of
from kb.diagnosis.doubt.behind import Behind
from kb.language import address


@dataclass(frozen=True, slots=True)
class BehindView:
    """What was behind it in public reports that the answer proves: (title, address, reports)."""

    sentence: str
    named: tuple[tuple[str, str, int], ...]


def behind_view(found: Behind) -> BehindView:
    """The sentence, and each of them with its address."""
    named = tuple((title_of(entry), address(entry.url), number) for entry, number in found.named)
    return BehindView(found.sentence, named)
