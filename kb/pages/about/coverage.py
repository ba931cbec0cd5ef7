"""Catalogue -> what is covered and what has really been run: the coverage page, and the README's tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import title_of
from kb.catalogue.schema.entry import Entry, Source
from kb.language import address, gettext, marked, marked_words
from kb.lookup.quote import is_chinese
from kb.pages.about.trust import TrustView, trust_view
from kb.pages.frame import Page, area_title, area_url
from kb.pages.wording import KINDS
from kb.runner.recording.standing import Standing, standing

STANDINGS = marked_words("verified", "failed", "stale", "never run", "not reproduced")
# In the order of KINDS, whose own names are too long for the head of a column.
KIND_HEADS = marked_words("error", "hang", "silent", "slow", "harmless")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: a name, where it leads, and one number for every column."""

    name: str
    url: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """One entry on the list of what was run where, or what it waits for; `english` is a sentence of the entry's own."""

    title: str
    url: str
    word: str
    where: str
    english: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveragePage(Page):
    """What coverage.html may read."""

    columns: tuple[str, ...]
    areas: tuple[Row, ...]
    total: Row
    sources: tuple[Row, ...]
    trust: TrustView
    entries: tuple[Verified, ...]


def coverage_page(catalogue: Catalogue) -> CoveragePage:
    standings = {entry.slug: standing(entry) for entry in catalogue}
    return CoveragePage(
        title=gettext("How far to trust it"),
        description=gettext("What the catalogue covers, and what of it has really been run."),
        place="coverage",
        path="/coverage/",
        columns=columns(),
        areas=tuple(area_rows(catalogue, standings)),
        total=Row(gettext("All"), address("/failures/"), _numbers(catalogue.entries, standings)),
        sources=tuple(source_rows(catalogue)),
        trust=trust_view(catalogue, standings, settings.CONTENT_DIR),
        entries=tuple(_verified(entry, standings[entry.slug]) for entry in _by_standing(catalogue, standings)),
    )


def columns() -> tuple[str, ...]:
    """Heads of the numbers: entries, entries of each kind, entries with a decisive line, samples, and standings."""
    heads = (marked("entries"), *KIND_HEADS, marked("proved by a line"), marked("samples"), *STANDINGS)
    return tuple(map(gettext, heads))


def area_rows(catalogue: Catalogue, standings: dict[str, Standing]) -> Iterable[Row]:
    for area in catalogue.areas:
        if own := catalogue.of_area(area.slug):
            yield Row(area_title(area), address(area_url(area.slug)), _numbers(own, standings))


def source_rows(catalogue: Catalogue) -> Iterable[Row]:
    """How many entries rest on each document without an address, on public addresses, and on runs of our own."""
    found = Counter(name for entry in catalogue for name in set(map(_origin, entry.front.sources)))
    return (Row(name, "", (number,)) for name, number in sorted(found.items()))


def _origin(source: Source) -> str:
    if not source.document:
        return gettext("public addresses")
    return gettext("documents that others wrote") if source.given else gettext("runs and readings of our own")


def _numbers(entries: Iterable[Entry], standings: dict[str, Standing]) -> tuple[int, ...]:
    entries = list(entries)
    kinds = Counter(entry.front.kind for entry in entries)
    proved = sum(any(s.proof == "decisive" for s in entry.front.signatures) for entry in entries)
    samples = sum(len(entry.samples()) for entry in entries)
    words = Counter(standings[entry.slug].word for entry in entries)
    return (len(entries), *(kinds[k] for k in KINDS), proved, samples, *(words[word] for word in STANDINGS))


def _by_standing(catalogue: Catalogue, standings: dict[str, Standing]) -> list[Entry]:
    return sorted(catalogue, key=lambda entry: STANDINGS.index(standings[entry.slug].word))


def _verified(entry: Entry, now: Standing) -> Verified:
    if now.last:
        told = {"torch": "?", "python": "?", "gpus": []} | now.last["environment"]
        gpus = told["gpus"] or ["CPU"]
        where = gettext(", ").join((now.last["date"], f"torch {told['torch']}", f"Python {told['python']}", *gpus))
    else:
        needs = gettext("waits for a machine with {needs}").format(needs=gettext(", ").join(now.needs))
        where = now.reason or needs
    return Verified(
        title_of(entry), address(entry.url), gettext(now.word), where, english=not now.last and not is_chinese(where)
    )


def as_markdown(page: CoveragePage) -> str:
    """The area table for the README."""
    heads = ["area", *page.columns]
    rows = [heads, ["---"] + ["---:"] * len(page.columns)]
    rows += [[row.name, *(str(n) if n else "" for n in row.numbers)] for row in (*page.areas, page.total)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
