"""Entries and guides <-> JSON, read off the schema, so that a new key needs no change here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from kb.catalogue.entry import Entry, FrontMatter, Guide
from kb.catalogue.loader import ENTRY_FILE, Area
from kb.catalogue.parsing.front_matter import Section


def plain(value: Any) -> Any:
    """A dataclass as a list of its values, in the order of its fields; texts and numbers as they are."""
    if is_dataclass(value):
        return [plain(getattr(value, name)) for name in _names(type(value))]
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


def restored(kind: Any, value: Any) -> Any:
    """The way back."""
    return _maker(kind)(value)


@cache
def _maker(kind: Any) -> Callable[[Any], Any]:
    if isinstance(kind, UnionType):
        inner = _maker(next(option for option in get_args(kind) if option is not type(None)))
        return lambda value: None if value is None else inner(value)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        makers = [_maker(hints[name]) for name in _names(kind)]
        return lambda value: kind(*(make(item) for make, item in zip(makers, value, strict=True)))
    if get_origin(kind) is tuple:
        item = _maker(get_args(kind)[0])
        return lambda value: tuple(map(item, value))
    return lambda value: value


def of_entry(entry: Entry, own: tuple[str, ...]) -> bytes:
    """`own` is leads_to as the entry's own file has it, before others added to it."""
    return _dumped([entry.area, entry.slug, plain(entry.front), plain(entry.sections), own])


def to_entry(record: bytes, root: Path) -> Entry:
    return to_both(record, root)[0]


def to_both(record: bytes, root: Path) -> tuple[Entry, Entry]:
    """The entry, and the entry as its own file has it."""
    area, slug, front, sections, own = json.loads(record)
    made = restored(FrontMatter, front), restored(tuple[Section, ...], sections)
    entry = Entry(area, slug, root / area / slug / ENTRY_FILE, *made)
    return entry, replace(entry, front=replace(entry.front, leads_to=tuple(own)))


def of_shelves(areas: tuple[Area, ...], guides: tuple[Guide, ...], root: Path) -> bytes:
    """Areas and guides, which are few."""
    told = [[g.slug, g.path.relative_to(root).as_posix(), *plain(g)[2:]] for g in guides]
    return _dumped([plain(areas), told])


def to_shelves(record: bytes, root: Path) -> tuple[tuple[Area, ...], tuple[Guide, ...]]:
    areas, guides = json.loads(record)
    read = (Guide(slug, root / path, *more, tuple(failures)) for slug, path, *more, failures in guides)
    return restored(tuple[Area, ...], areas), tuple(read)


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
