"""Catalogue -> the lists that narrow by area and kind."""

from __future__ import annotations

from urllib.parse import urlencode

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.content import Area
from kb.catalogue.entry import Entry
from kb.language import address, gettext
from kb.pages.frame import BrowsePage, Choice, area_summary, area_title, area_url, cards
from kb.pages.wording import KINDS, entries


def browse_page(catalogue: Catalogue, area: str = "", kind: str = "") -> BrowsePage:
    """All entries, or those of one area, one kind, or both; an unknown name narrows nothing."""
    area, kind = (area if catalogue.area(area) else ""), (kind if kind in KINDS else "")
    return _page(catalogue, area, kind, title=gettext("All failures"), heading=gettext("Failures"), path="/failures/")


def area_page(catalogue: Catalogue, area: Area) -> BrowsePage:
    title, summary = area_title(area), area_summary(area)
    told = {"title": title, "heading": title, "lead": summary, "description": summary}
    return _page(catalogue, area.slug, "", path=area_url(area.slug), **told)


def _page(catalogue: Catalogue, area: str, kind: str, **told) -> BrowsePage:
    shown = [entry for entry in catalogue if _fits(entry, area, kind)]
    return BrowsePage(
        **told,
        place="failures",
        areas=_areas(catalogue, area, kind),
        kinds=_kinds(catalogue, area, kind),
        groups=tuple(_groups(catalogue, shown)),
        shown=entries(len(shown)),
    )


def _fits(entry: Entry, area: str, kind: str) -> bool:
    return area in ("", entry.area) and kind in ("", entry.front.kind)


def _address(area: str, kind: str) -> str:
    query = urlencode({key: value for key, value in (("area", area), ("kind", kind)) if value})
    return address(f"/failures/?{query}" if query else "/failures/")


def _areas(catalogue: Catalogue, chosen: str, kind: str) -> tuple[Choice, ...]:
    counts = {area: sum(_fits(entry, area.slug, kind) for entry in catalogue) for area in catalogue.areas}
    everything = Choice(gettext("All areas"), _address("", kind), sum(counts.values()), not chosen)
    return everything, *(
        Choice(area_title(area), _address(area.slug, kind), number, area.slug == chosen)
        for area, number in counts.items()
        if number or area.slug == chosen
    )


def _kinds(catalogue: Catalogue, area: str, chosen: str) -> tuple[Choice, ...]:
    counts = {kind: sum(_fits(entry, area, kind) for entry in catalogue) for kind in KINDS}
    everything = Choice(gettext("any kind"), _address(area, ""), sum(counts.values()), not chosen)
    return everything, *(
        Choice(KINDS[kind].name, _address(area, kind), number, kind == chosen)
        for kind, number in counts.items()
        if number or kind == chosen
    )


def _groups(catalogue: Catalogue, shown: list[Entry]):
    for area in catalogue.areas:
        own = [entry for entry in shown if entry.area == area.slug]
        if own:
            yield area_title(area), cards(own, catalogue)
