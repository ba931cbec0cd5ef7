"""Entries and guides <-> JSON by msgspec, which reads the schema off the dataclasses: new keys change nothing here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kb.catalogue.catalogue import Catalogue, NamedBy
from kb.catalogue.census import Census, Situation
from kb.catalogue.loading.content import ENTRY_FILE, Area, Spoken
from kb.catalogue.loading.parsing.section import Section
from kb.catalogue.proofs import Proofs
from kb.catalogue.schema.check import Check, CheckFront
from kb.catalogue.schema.entry import Entry, FrontMatter
from kb.catalogue.schema.guide import ChineseGuide, Guide

# Area, slug, front matter, sections, the same in Chinese, what was reported, and leads_to as the entry's own file has
# it, before others added to it.
Record = tuple[str, str, FrontMatter, tuple[Section, ...], tuple[Section, ...], tuple[str, ...], tuple[str, ...]]
# Areas; of each guide slug, path, title, summary, text, failures, the same in Chinese; of each check slug,
# path, front matter, text.
Shelves = tuple[
    tuple[Area, ...],
    tuple[tuple[str, str, str, str, str, tuple[str, ...], ChineseGuide | None], ...],
    tuple[tuple[str, str, CheckFront, str], ...],
    Census,
    dict[str, Situation],
    dict[str, Spoken],
    dict[str, Spoken],
    dict[str, Proofs],
]


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder:
    return msgspec.json.Decoder(kind)


def of_entry(entry: Entry, own: tuple[str, ...]) -> bytes:
    """`own` is leads_to as the entry's own file has it."""
    told = (entry.area, entry.slug, entry.front, entry.sections, entry.chinese, entry.reported, own)
    return msgspec.json.encode(told)


def to_entry(record: bytes, root: Path) -> Entry:
    return to_both(record, root)[0]


def to_both(record: bytes, root: Path) -> tuple[Entry, Entry]:
    """The entry, and the entry as its own file has it."""
    area, slug, front, sections, chinese, reported, own = _decoder(Record).decode(record)
    entry = Entry(area, slug, root / area / slug / ENTRY_FILE, front, sections, chinese, reported)
    return entry, replace(entry, front=replace(front, leads_to=own)) if front.leads_to != own else entry


def of_shelves(catalogue: Catalogue, root: Path) -> bytes:
    """All but the entries: areas, guides, checks, what was counted, situations; there is little of each."""
    guides = [
        (g.slug, _below(g.path, root), g.title, g.summary, g.markdown, g.failures, g.chinese) for g in catalogue.guides
    ]
    checks = [(check.slug, _below(check.path, root), check.front, check.markdown) for check in catalogue.checks]
    spoken = catalogue.situations, catalogue.topics, catalogue.phrases, catalogue.proofs
    return msgspec.json.encode((catalogue.areas, guides, checks, catalogue.census, *spoken))


def _below(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def to_catalogue(record: bytes, root: Path, entries: Mapping[str, Entry], causes: NamedBy, alike: NamedBy) -> Catalogue:
    """What `of_shelves` wrote, with the entries."""
    areas, guides, checks, census, *spoken = _decoder(Shelves).decode(record)
    return Catalogue(
        areas,
        entries,
        tuple(Guide(slug, root / path, *more) for slug, path, *more in guides),
        causes,
        alike,
        tuple(Check(slug, root / path, *more) for slug, path, *more in checks),
        census,
        *spoken,
    )
