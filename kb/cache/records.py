"""Entries and guides <-> JSON by msgspec, which reads the schema off the dataclasses: new keys change nothing here."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kb.catalogue.entry import Entry, FrontMatter, Guide
from kb.catalogue.loader import ENTRY_FILE, Area
from kb.catalogue.parsing.front_matter import Section

# Area, slug, front matter, sections, and leads_to as the entry's own file has it, before others added to it.
Record = tuple[str, str, FrontMatter, tuple[Section, ...], tuple[str, ...]]
# Areas; of each guide slug, path, title, summary, text, failures.
Shelves = tuple[tuple[Area, ...], tuple[tuple[str, str, str, str, str, tuple[str, ...]], ...]]


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder:
    return msgspec.json.Decoder(kind)


def of_entry(entry: Entry, own: tuple[str, ...]) -> bytes:
    """`own` is leads_to as the entry's own file has it."""
    return msgspec.json.encode((entry.area, entry.slug, entry.front, entry.sections, own))


def to_entry(record: bytes, root: Path) -> Entry:
    return to_both(record, root)[0]


def to_both(record: bytes, root: Path) -> tuple[Entry, Entry]:
    """The entry, and the entry as its own file has it."""
    area, slug, front, sections, own = _decoder(Record).decode(record)
    entry = Entry(area, slug, root / area / slug / ENTRY_FILE, front, sections)
    return entry, replace(entry, front=replace(front, leads_to=own)) if front.leads_to != own else entry


def of_shelves(areas: tuple[Area, ...], guides: tuple[Guide, ...], root: Path) -> bytes:
    """Areas and guides, which are few."""
    told = [(g.slug, g.path.relative_to(root).as_posix(), g.title, g.summary, g.markdown, g.failures) for g in guides]
    return msgspec.json.encode((areas, told))


def to_shelves(record: bytes, root: Path) -> tuple[tuple[Area, ...], tuple[Guide, ...]]:
    areas, guides = _decoder(Shelves).decode(record)
    return areas, tuple(Guide(slug, root / path, *more) for slug, path, *more in guides)
