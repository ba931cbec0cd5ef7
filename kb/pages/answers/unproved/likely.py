"""Answer -> its headline; where it proves nothing, the failure that a description fits by half or more."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import fix_in_short
from kb.catalogue.document import title_of
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Differential
from kb.diagnosis.reports.headline import unproved
from kb.language import gettext
from kb.markdown import render
from kb.pages.frame import Card, card
from kb.reading.text.lines import is_somebodys
from kb.reading.text.runs import ranks

# From this share on the first candidate is named in the headline of a text that nothing proves, as not proved.
LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class LikelyView:
    """What a description fits best, with its share in percent and the fix, should it be that."""

    card: Card
    share: int
    fix: SafeString


def likely_view(answer: Answer, catalogue: Catalogue) -> LikelyView | None:
    """Only of a description: a log with an error that no entry knows must not be named after a likeness of words."""
    if not _is_description(answer):
        return None
    return likely_of(answer.differential, LIKELY, catalogue)


def likely_of(found: Differential, least: float, catalogue: Catalogue) -> LikelyView | None:
    """The first candidate, where it is an entry with such a share."""
    first = next(iter(found.candidates), None)
    if first is None or first.entry is None or first.share < least:
        return None
    return LikelyView(card(first.entry, catalogue), round(100 * first.share), render(fix_in_short(first.entry)).html)


def headline(answer: Answer, likely: LikelyView | None) -> str:
    """What page, tab and chat message say first: what it is, or most likely is, or that no line proves it."""
    if answer.best:
        return title_of(answer.best.entry)
    return gettext("Most likely: {title}").format(title=likely.card.title) if likely else unproved(answer)


def tab(answer: Answer, headline: str) -> str:
    """Which rank, then what: a tab among twenty should say it."""
    down = answer.first_down
    told = down and down.way != "cannot tell" and not answer.own_exception
    return f"{ranks(down.ranks)}: {headline}" if told else headline


def _is_description(answer: Answer) -> bool:
    if answer.best or answer.off_topic or answer.differential is None or answer.unexplained:
        return False
    return all(is_somebodys(line.text) for line in answer.error_lines)
