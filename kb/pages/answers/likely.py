"""Answer that proves nothing -> the failure that a description fits by half or more, with its share."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.catalogue import Catalogue
from kb.diagnosis.answer import Answer
from kb.pages.frame import Card, card
from kb.reading.text.lines import is_told

# From this share on the first candidate is named in the headline of a text that nothing proves, as not proved.
LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class LikelyView:
    """What a description fits best, with its share in percent."""

    card: Card
    share: int


def likely_view(answer: Answer, catalogue: Catalogue) -> LikelyView | None:
    """Only of a description: a log with an error that no entry knows must not be named after a likeness of words."""
    if answer.best or answer.off_topic or answer.differential is None or answer.unexplained:
        return None
    if any(not is_told(line.text) for line in answer.error_lines):
        return None
    first = next(iter(answer.differential.candidates), None)
    told = first is not None and first.entry is not None and first.share >= LIKELY
    return LikelyView(card(first.entry, catalogue), round(100 * first.share)) if told else None
