"""Results of the search box -> its page."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.catalogue import Catalogue
from kb.language import gettext
from kb.lookup.lookup import Results
from kb.matching.match import Match
from kb.pages.entries.entry import guide_link
from kb.pages.frame import Card, GuideLink, Page, card


@dataclass(frozen=True, slots=True)
class Proved:
    """An entry that the query's own line proves."""

    card: Card
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage(Page):
    """`shown` of `total` entries, which most of them a `guide` is about; `meant` is the query as it was corrected."""

    proved: tuple[Proved, ...] = ()
    cards: tuple[Card, ...] = ()
    shown: int = 0
    total: int = 0
    meant: str = ""
    guide: GuideLink | None = None
    shortened: bool = False


def search_page(query: str, results: Results, catalogue: Catalogue, shortened: bool) -> SearchPage:
    proved = tuple(_proved(match, catalogue) for match in results.proved)
    hits = tuple(card(hit.entry, catalogue, hit.quote) for hit in results.hits)
    return SearchPage(
        title=gettext("Search: {query}").format(query=query) if query else gettext("Search"),
        description=gettext("Search the known failures of multi-GPU training by words, messages and exit codes."),
        query=query,
        place="search",
        proved=proved,
        cards=hits,
        shown=len(proved) + len(hits),
        total=results.total,
        meant=results.meant,
        guide=guide_link(results.guide) if results.guide else None,
        shortened=shortened,
    )


def _proved(match: Match, catalogue: Catalogue) -> Proved:
    return Proved(card(match.entry, catalogue), match.evidence[0].text.strip())
