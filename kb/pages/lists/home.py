"""Catalogue -> the first page: the box, logs to try it with, how far to trust it, what there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import title_of
from kb.language import address, gettext
from kb.pages.about.trust import in_short
from kb.pages.frame import LIMIT, Page, area_summary, area_title, area_url
from kb.pages.wording import counted

MOST_OFTEN = 10
MOST_EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class Example:
    """A real log of an entry that a reader without one may send."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """An area with the number of its entries."""

    title: str
    summary: str
    url: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(Page):
    examples: tuple[Example, ...]
    trust: str
    often: tuple[tuple[str, str, int], ...]
    sampled: str
    shelves: tuple[Shelf, ...]
    empty_shelves: tuple[str, ...]
    entries: int
    error: str = ""
    text: str = ""
    good: str = ""
    limit: str = LIMIT
    limit_bytes: int = settings.MAX_PASTE_BYTES
    most_files: int = settings.DATA_UPLOAD_MAX_NUMBER_FILES


def home_page(catalogue: Catalogue, reproduced: int, error: str = "") -> HomePage:
    """`reproduced` counts the entries whose last run stands."""
    shelves = tuple(
        Shelf(area_title(area), area_summary(area), address(area_url(area.slug)), len(catalogue.of_area(area.slug)))
        for area in catalogue.areas
    )
    return HomePage(
        title=gettext("Rank Down: why did my distributed training job die?"),
        description=gettext(
            "Paste the log of a distributed training job; get the known failure, the proving line, and the fix."
        ),
        path="/",
        place="home",
        examples=tuple(_examples(catalogue)),
        trust=in_short(catalogue, reproduced, settings.CONTENT_DIR),
        often=_often(catalogue),
        sampled=counted(catalogue.census.sampled),
        shelves=tuple(shelf for shelf in shelves if shelf.count),
        empty_shelves=tuple(shelf.title for shelf in shelves if not shelf.count),
        entries=len(catalogue),
        error=error,
    )


def _often(catalogue: Catalogue) -> tuple[tuple[str, str, int], ...]:
    """The failures that the census met most often: title, address, threads."""
    met = sorted(catalogue.census.met.items(), key=lambda item: (-item[1].threads, item[0]))
    known = ((catalogue.by_slug[slug], found.threads) for slug, found in met if slug in catalogue.by_slug)
    return tuple((title_of(e), address(e.url), threads) for e, threads in islice(known, MOST_OFTEN))


def _examples(catalogue: Catalogue) -> Iterator[Example]:
    """Of the entries that offer one, those met most often first; nothing where the file is gone since the start."""
    offering = [entry for entry in catalogue if entry.front.example]
    for entry in sorted(offering, key=lambda entry: -catalogue.census.threads(entry.slug))[:MOST_EXAMPLES]:
        path = next((path for path in entry.samples() if path.name == entry.front.example), None)
        if path:
            yield Example(title_of(entry), path.read_text("utf-8", "replace"))
