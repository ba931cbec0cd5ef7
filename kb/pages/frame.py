"""What every page has, and the pages that only list: home, browse, search, guides, errors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.content import Area
from kb.catalogue.entry import Entry
from kb.markdown import Html
from kb.pages.wording import KINDS, RETRIES, Words

MOST_OFTEN = 10
LIMIT = f"{settings.MAX_PASTE_BYTES // 1024 // 1024} MiB"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the frame of every page reads: its head, its navigation, the panel for broken content."""

    title: str
    description: str = ""
    path: str = ""
    query: str = ""
    place: str = ""
    problems: tuple[str, ...] = ()

    @property
    def canonical(self) -> str:
        return f"{settings.SITE_URL}{self.path}" if self.path else ""


@dataclass(frozen=True, slots=True)
class Card:
    """An entry in a list; `excerpt` replaces the summary where a search found words."""

    title: str
    zh: str
    url: str
    summary: str
    area: str
    kind: Words
    retry: Words
    excerpt: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """An area with the number of its entries."""

    title: str
    zh: str
    summary: str
    url: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(Page):
    often: tuple[tuple[str, str, str, int], ...]
    sampled: int
    shelves: tuple[Shelf, ...]
    empty_shelves: tuple[str, ...]
    entries: int
    error: str = ""
    text: str = ""
    limit: str = LIMIT
    limit_bytes: int = settings.MAX_PASTE_BYTES


@dataclass(frozen=True, slots=True)
class Choice:
    """A link that narrows the list."""

    label: str
    zh: str
    url: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowsePage(Page):
    heading: str
    zh: str = ""
    lead: str = ""
    areas: tuple[Choice, ...]
    kinds: tuple[Choice, ...]
    groups: tuple[tuple[str, tuple[Card, ...]], ...]
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage(Page):
    cards: tuple[Card, ...]
    shortened: bool = False


@dataclass(frozen=True, slots=True)
class GuideLink:
    title: str
    url: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidesPage(Page):
    guides: tuple[GuideLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePage(Page):
    summary: str
    body: Html
    failures: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage(Page):
    status: int
    message: str
    commands: tuple[str, ...] = ()
    nearest: tuple[Card, ...] = ()


def card(entry: Entry, catalogue: Catalogue, excerpt: tuple[tuple[str, bool], ...] = ()) -> Card:
    front, area = entry.front, catalogue.area(entry.area)
    kind, retry = KINDS[front.kind], RETRIES[front.retry]
    return Card(front.title, front.zh.title, entry.url, front.summary, area_title(area, entry), kind, retry, excerpt)


def cards(entries, catalogue: Catalogue) -> tuple[Card, ...]:
    return tuple(card(entry, catalogue) for entry in entries)


def area_title(area: Area | None, entry: Entry) -> str:
    return area.title if area else entry.area


def home_page(catalogue: Catalogue, error: str = "", text: str = "") -> HomePage:
    shelves = tuple(
        Shelf(area.title, area.zh, area.summary, f"/areas/{area.slug}/", len(catalogue.of_area(area.slug)))
        for area in catalogue.areas
    )
    return HomePage(
        title="Rank Down: why did my distributed training job die?",
        description="Paste the log of a distributed PyTorch job; get the known failure, the proving line, and the fix.",
        path="/",
        place="home",
        often=_often(catalogue),
        sampled=catalogue.census.sampled,
        shelves=tuple(shelf for shelf in shelves if shelf.count),
        empty_shelves=tuple(shelf.title for shelf in shelves if not shelf.count),
        entries=len(catalogue),
        error=error,
        text=text,
    )


def _often(catalogue: Catalogue) -> tuple[tuple[str, str, str, int], ...]:
    """The failures that the census met most often: title, Chinese title, address, threads."""
    met = sorted(catalogue.census.met.items(), key=lambda item: (-item[1].threads, item[0]))
    known = ((catalogue.by_slug[slug], found.threads) for slug, found in met if slug in catalogue.by_slug)
    return tuple((e.title, e.front.zh.title, e.url, threads) for e, threads in islice(known, MOST_OFTEN))


def search_page(query: str, found, catalogue: Catalogue, shortened: bool) -> SearchPage:
    hits = tuple(card(hit.entry, catalogue, tuple(hit.excerpt)) for hit in found)
    title = f"Search: {query}" if query else "Search"
    return SearchPage(title=title, query=query, place="search", cards=hits, shortened=shortened)
