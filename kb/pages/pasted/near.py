"""A match -> its card, with the message that a line of the paste nearly is, and the retry verdict of its lines."""

from __future__ import annotations

from dataclasses import replace

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import as_shown
from kb.matching.match import Match
from kb.pages.frame import Card, card
from kb.pages.wording import retry_of


def card_of(match: Match, catalogue: Catalogue) -> Card:
    """The entry's card; beside a line that is nearly one of its own, that one is its message."""
    verdict = retry_of(match.entry.front, match.retry)
    shown = replace(card(match.entry, catalogue), retry=verdict)
    near = next((item.signature for item in match.evidence if item.proof == "near"), "")
    return replace(shown, message=as_shown(near)) if near else shown
