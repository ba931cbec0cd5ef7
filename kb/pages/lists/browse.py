"""Catalogue -> the lists that narrow by area, library, kind and what was run, in the order that the reader asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass, replace
from urllib.parse import urlencode

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.content import Area
from kb.catalogue.schema.entry import Entry
from kb.language import address, gettext, ngettext
from kb.pages.entries.folded import Folded, folded
from kb.pages.frame import BrowsePage, Choice, Listed, area_summary, area_title, area_url, card
from kb.pages.lists.libraries import choices, libraries
from kb.pages.lists.libraries import known as is_library
from kb.pages.wording import KINDS, counted, entries

VERIFIED, MET = "verified", "met"
LONGEST_NAME = 60
# So many are open: of each area, and of one long list.
MOST_OF_EACH, MOST_OF_ONE = 6, 50
# What stands in the address, in the order of Chosen.
NAMES = ("area", "kind", "only", "order", "library")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the reader has chosen; "" is everything, and the order of the shelves."""

    area: str = ""
    kind: str = ""
    only: str = ""
    order: str = ""
    library: str = ""

    @property
    def address(self) -> str:
        pairs = zip(NAMES, astuple(self), strict=True)
        query = urlencode({name: value for name, value in pairs if value})
        return address(f"/failures/?{query}" if query else "/failures/")


def known(chosen: Chosen, catalogue: Catalogue) -> Chosen:
    """What there is of it: an unknown name narrows nothing."""
    return Chosen(
        area=chosen.area if catalogue.area(chosen.area) else "",
        kind=chosen.kind if chosen.kind in KINDS else "",
        only=VERIFIED if chosen.only == VERIFIED else "",
        order=MET if chosen.order == MET else "",
        library=chosen.library if is_library(chosen.library, catalogue) else "",
    )


def unknown(asked: Chosen, chosen: Chosen) -> str:
    """What the reader asked for and there is not, in a sentence; empty where all of it is known."""
    pairs = zip(NAMES, astuple(asked), astuple(chosen), strict=True)
    names = ", ".join(f"{name}={value[:LONGEST_NAME]}" for name, value, known in pairs if value != known)
    told = gettext("There is nothing called {names}: it narrows nothing.")
    return told.format(names=names) if names else ""


def browse_page(catalogue: Catalogue, chosen: Chosen, verified: Collection[str] = ()) -> BrowsePage:
    """All entries, or those that were chosen. `verified` are slugs."""
    description = gettext("Every failure of multi-GPU and multi-node training that this site knows, by area and kind.")
    told = {"title": gettext("All failures"), "heading": gettext("Failures"), "description": description}
    return _page(catalogue, known(chosen, catalogue), verified, path="/failures/", **told)


def area_page(catalogue: Catalogue, area: Area, verified: Collection[str] = ()) -> BrowsePage:
    title, summary = area_title(area), area_summary(area)
    told = {"title": title, "heading": title, "lead": summary, "description": summary}
    return _page(catalogue, Chosen(area.slug), verified, path=area_url(area.slug), **told)


def _page(catalogue: Catalogue, chosen: Chosen, verified: Collection[str], **told) -> BrowsePage:
    held = libraries(catalogue)

    def fitting(way: Chosen) -> list[Entry]:
        of_it = (entry for entry in catalogue if not way.library or way.library in held[entry.slug])
        return [entry for entry in of_it if _fits(entry, way, verified)]

    def number(way: Chosen) -> int:
        return len(fitting(way))

    shown = fitting(chosen)
    return BrowsePage(
        **told,
        place="failures",
        areas=tuple(_areas(catalogue, chosen, number)),
        libraries=tuple(_libraries(chosen, choices(held.values()), number)),
        kinds=tuple(_kinds(chosen, number)),
        runs=tuple(_runs(chosen, number)),
        orders=tuple(_orders(chosen, len(shown))),
        groups=tuple(_groups(catalogue, shown, chosen.order)),
        shown=entries(len(shown)),
    )


def _fits(entry: Entry, chosen: Chosen, verified: Collection[str]) -> bool:
    ran = not chosen.only or entry.slug in verified
    return ran and chosen.area in ("", entry.area) and chosen.kind in ("", entry.front.kind)


def _areas(catalogue: Catalogue, chosen: Chosen, number) -> Iterable[Choice]:
    everywhere = replace(chosen, area="")
    yield Choice(gettext("All areas"), everywhere.address, number(everywhere), not chosen.area)
    for area in catalogue.areas:
        way = replace(chosen, area=area.slug)
        if number(way) or way == chosen:
            yield Choice(area_title(area), way.address, number(way), way == chosen)


def _libraries(chosen: Chosen, names: Iterable[str], number) -> Iterable[Choice]:
    everything = replace(chosen, library="")
    yield Choice(gettext("any library"), everything.address, number(everything), not chosen.library)
    for name in names:
        way = replace(chosen, library=name)
        if number(way) or way == chosen:
            yield Choice(name, way.address, number(way), way == chosen)


def _kinds(chosen: Chosen, number) -> Iterable[Choice]:
    everything = replace(chosen, kind="")
    yield Choice(gettext("any kind"), everything.address, number(everything), not chosen.kind)
    for kind, words in KINDS.items():
        way = replace(chosen, kind=kind)
        if number(way) or way == chosen:
            yield Choice(words.name, way.address, number(way), way == chosen)


def _runs(chosen: Chosen, number) -> Iterable[Choice]:
    for only, label in (("", gettext("run or not")), (VERIFIED, gettext("verified by a run"))):
        way = replace(chosen, only=only)
        yield Choice(label, way.address, number(way), way == chosen)


def _orders(chosen: Chosen, count: int) -> Iterable[Choice]:
    for order, label in (("", gettext("by area")), (MET, gettext("most often met first"))):
        way = replace(chosen, order=order)
        yield Choice(label, way.address, count, way == chosen)


def _groups(catalogue: Catalogue, shown: list[Entry], order: str) -> Iterable[tuple[str, Folded[Listed]]]:
    """Those met most often first; of several areas the first few of each are open."""
    threads = catalogue.census.threads
    met = sorted(shown, key=lambda entry: -threads(entry.slug))
    if order == MET:
        yield gettext("Most often met first"), folded((_listed(entry, catalogue) for entry in met), MOST_OF_ONE)
        return
    areas = [area for area in catalogue.areas if any(entry.area == area.slug for entry in met)]
    most = MOST_OF_EACH if len(areas) > 1 else len(met)
    for area in areas:
        own = (_listed(entry, catalogue) for entry in met if entry.area == area.slug)
        yield area_title(area), folded(own, most)


def _listed(entry: Entry, catalogue: Catalogue) -> Listed:
    threads = catalogue.census.threads(entry.slug)
    told = ngettext("met once", "met {number} times", threads).format(number=counted(threads)) if threads else ""
    return Listed(card(entry, catalogue), told)
