"""Results of the search box -> its page."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.html import escape
from django.utils.safestring import SafeString

from kb.catalogue.catalogue import Catalogue
from kb.language import address, gettext
from kb.lookup.lookup import Hit, Results
from kb.lookup.quote import is_chinese
from kb.matching.match import Match
from kb.pages.entries.entry import guide_link
from kb.pages.frame import Card, GuideLink, Page, card

LEVEL = 2
# What one page shows of them when somebody asks for all.
MOST_IN_ALL = 100


@dataclass(frozen=True, slots=True)
class Proved:
    """An entry that the query's own line proves."""

    card: Card
    line: str


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that the words mean; `excerpt` is its phrase that is nearest, the query's words marked."""

    card: Card
    excerpt: SafeString
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage(Page):
    """`shown` of `total` entries, which most of them a `guide` is about; `meant` is the query as it was corrected.

    `more` is where more of them are shown; empty where there are no more, or no more on one page.
    """

    proved: tuple[Proved, ...] = ()
    found: tuple[Found, ...] = ()
    shown: int = 0
    total: int = 0
    meant: str = ""
    more: str = ""
    guide: GuideLink | None = None
    shortened: bool = False


def search_page(query: str, results: Results, catalogue: Catalogue, shortened: bool) -> SearchPage:
    proved = tuple(_proved(match, catalogue) for match in results.proved)
    found = tuple(_found(hit, catalogue) for hit in results.hits)
    shown = len(proved) + len(found)
    return SearchPage(
        title=gettext("Search: {query}").format(query=query) if query else gettext("Search"),
        description=gettext("Search the known failures of multi-GPU training by words, messages and exit codes."),
        query=query,
        place="search",
        proved=proved,
        found=found,
        shown=shown,
        total=results.total,
        meant=results.meant,
        more=address(f"/search?{urlencode({'q': query, 'all': 1})}") if shown < min(results.total, MOST_IN_ALL) else "",
        guide=guide_link(results.guide) if results.guide else None,
        shortened=shortened,
    )


def _proved(match: Match, catalogue: Catalogue) -> Proved:
    return Proved(card(match.entry, catalogue, LEVEL), match.evidence[0].text.strip())


def _found(hit: Hit, catalogue: Catalogue) -> Found:
    told = "".join(f"<mark>{escape(text)}</mark>" if found else escape(text) for text, found in hit.quote)
    # The searcher's language, which need not be the page's.
    language = "zh-Hans" if is_chinese(told) else "en"
    return Found(card(hit.entry, catalogue, LEVEL), SafeString(told), language)
