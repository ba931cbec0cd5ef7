"""What changed in the releases → Markdown for people: lines that are gone, with what is said instead; new messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from packaging.version import Version

from kb.atlas.finding.wanted import LINE
from kb.atlas.news import Gone, fresh_errors, gone
from kb.atlas.released.plan import Package
from kb.atlas.released.shelf import Shelf
from kb.atlas.table import Atlas
from kb.catalogue.loading.content import Content
from kb.catalogue.schema.entry import Entry

WIDEST = 300


def news(
    content: Content, atlas: Atlas, shelf: Shelf, packages: Iterable[Package], before: dict[str, Version] | None
) -> Iterator[str]:
    """The whole report. `before` has the newest release read earlier, by distribution; None: since whenever."""
    for package in packages:
        for distribution in package.distributions:
            opened = sorted(atlas.opened(distribution))
            older = None if before is None else before.get(distribution)
            if not opened or (before is not None and older == opened[-1]):
                continue
            yield f"# {distribution} {opened[-1]}" + (f" after {older}" if older else "")
            yield ""
            yield from _gone_lines(content, atlas, shelf, distribution, older)
            if older is not None and shelf.has(distribution, older) and shelf.has(distribution, opened[-1]):
                yield from _fresh_lines(atlas, shelf, distribution, older, opened[-1])


def _gone_lines(
    content: Content, atlas: Atlas, shelf: Shelf, distribution: str, older: Version | None
) -> Iterator[str]:
    found = list(gone(atlas, shelf, distribution, older))
    if not found:
        yield "Every line that this package had it still has."
        yield ""
    for item in found:
        yield from _one_gone(content, atlas, item)


def _one_gone(content: Content, atlas: Atlas, item: Gone) -> Iterator[str]:
    yield f"- `{item.text}`: last in {item.last}, gone by {item.since} ({item.place})"
    yield f"  - was: `{_short(item.was)}`"
    for text in item.now or ("nothing alike",):
        yield f"  - now: `{_short(text)}`" if item.now else f"  - now: {text}"
    for entry in content.entries:
        if any(item.text == signature.line for signature in entry.front.printed):
            yield f"  - {entry.slug}: {_left(entry, atlas, item.distribution)}"


def _left(entry: Entry, atlas: Atlas, distribution: str) -> str:
    """How many of an entry's decisive lines the newest release still has."""
    newest = max(atlas.opened(distribution))
    lines = [signature.line for signature in entry.front.printed if signature.proof == "decisive"]
    had = [row for line in lines if (row := atlas.rows.get((distribution, line)))]
    still = sum(newest in row.has for row in had)
    return f"{still} of the {len(had)} decisive lines that this package ever had are in {newest}"


def _fresh_lines(atlas: Atlas, shelf: Shelf, distribution: str, older: Version, newer: Version) -> Iterator[str]:
    known = {row.where for row in atlas.rows.values() if row.distribution == distribution and row.kind == LINE}
    found = list(dict.fromkeys(fresh_errors(shelf, distribution, older, newer, known)))
    yield f"New messages where entries' lines stand: {len(found)}"
    yield ""
    yield from (f"- {place}: `{_short(text)}`" for place, text in found)
    yield ""


def _short(text: str) -> str:
    joined = " ".join(text.split()).replace("`", "'")
    return joined if len(joined) <= WIDEST else f"{joined[:WIDEST]}…"
