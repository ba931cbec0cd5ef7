"""A base and its delta -> the catalogue and what a matcher looks things up in; each is read when it is asked for."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import hyperscan

from kb.cache.build import WEIGHT, Base
from kb.cache.records import to_both, to_catalogue, to_entry
from kb.cache.tables import File, Spoiled, Table
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.schema.entry import Entry
from kb.matching.finder import Tables
from kb.matching.near_lines import Grams, Known
from kb.matching.signatures import Compiled, Use
from kb.matching.words.index import WordIndex
from kb.reading.kinds import SCANS

Value = TypeVar("Value")


class Joined(Mapping[str, Value], Generic[Value]):
    """Two tables as one; `join` makes one value of what each has for a key, None for nothing."""

    def __init__(self, base: Table[Value], delta: Table[Value], join: Callable[[Value | None, Value | None], Value]):
        self._base, self._delta, self._join = base, delta, join

    def get(self, key: str, default=None):
        found = self._join(self._base.get(key), self._delta.get(key))
        return default if found is None else found

    def __getitem__(self, key: str) -> Value:
        if (found := self.get(key)) is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._base, *self._delta]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class ByNumber(Mapping[int, Value]):
    """A table whose keys are numbers; what was read once stays in memory, since every log asks for the same few."""

    table: Mapping[str, Value]
    _read: dict[int, Value] = field(default_factory=dict)

    def __getitem__(self, number: int) -> Value:
        if number not in self._read:
            self._read[number] = self.table[str(number)]
        return self._read[number]

    def __iter__(self) -> Iterator[int]:
        return map(int, self.table)

    def __len__(self) -> int:
        return len(self.table)


class Entries(Mapping[str, Entry]):
    """Slug -> Entry, in the order of the catalogue; each is read when it is first asked for."""

    def __init__(self, slugs: Sequence[str], read: Callable[[str], Entry]):
        self.places = {slug: place for place, slug in enumerate(slugs)}
        self._read_one, self._read = read, {}

    def __getitem__(self, slug: str) -> Entry:
        if slug not in self._read:
            if slug not in self.places:
                raise KeyError(slug)
            self._read[slug] = self._read_one(slug)
        return self._read[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self.places

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


class Uses(Mapping[str, Sequence[Use]]):
    """A line -> the signatures that it is of."""

    def __init__(self, table: Mapping[str, list[tuple[str, int]]], entries: Entries):
        self._table, self._entries = table, entries

    def __getitem__(self, line: str) -> list[Use]:
        places, entries = self._entries.places, self._entries
        return [Use((places[s], s, n), entries[s], entries[s].front.signatures[n]) for s, n in self._table[line]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


class Kept:
    """What one base and, perhaps, one delta hold. Raises Spoiled, here and whenever something is looked up."""

    def __init__(self, root: Path, base: File, delta: File | None):
        self.root, self._base, self._delta = root, base, delta
        self._facts = base.table("facts", json.loads)
        self._newer = delta.table("facts", json.loads) if delta else {}
        facts = delta or base
        self.files = [(area, slug) for area, slug in facts.table("facts", json.loads)["slugs"]]
        self._records = self._joined("entries", bytes, self._newest)
        self.entries = Entries([slug for _, slug in self.files], self._entry)

    def _entry(self, slug: str) -> Entry:
        record = self._records.get(slug)
        if record is None:
            raise Spoiled(f"no entry {slug}")
        return to_entry(record, self.root)

    def both(self, slug: str) -> tuple[Entry, Entry]:
        """An entry, and the entry as its own file has it."""
        return to_both(self._records[slug], self.root)

    def _newest(self, older, newer):
        return older if newer is None else newer

    @cached_property
    def fresh(self) -> frozenset[str]:
        """Entries that the delta has, since they are new or different since the base."""
        return frozenset(self._newer.get("fresh", ()))

    @cached_property
    def gone(self) -> frozenset[str]:
        """Entries of the base that are not there any more, or are others now."""
        return frozenset(self._newer.get("gone", ()))

    def _joined(self, name: str, decode, join) -> Mapping:
        base = self._base.table(name, decode)
        return base if self._delta is None else Joined(base, self._delta.table(name, decode), join)

    def catalogue(self) -> Catalogue:
        newest = (self._delta or self._base).table("facts", bytes)
        causes, look_alikes = (self._joined(name, json.loads, self._named) for name in ("causes", "look-alikes"))
        return to_catalogue(newest["shelves"], self.root, self.entries, causes, look_alikes)

    def _named(self, older: list[str] | None, newer: list[str] | None) -> list[str]:
        left = [slug for slug in older or () if slug not in self.gone]
        return sorted({*left, *(newer or ())}, key=self.entries.places.__getitem__)

    def tables(self) -> Tables:
        # Each file's are read once: with 10,000 entries they are tens of megabytes, all in one block.
        patterns = [dict(file.table("patterns", bytes).items()) for file in (self._base, self._delta) if file]
        for name, scan in SCANS.items():
            scan.database = _database(patterns[0], name)
        return Tables(self._compiled(patterns), self.grams(), self.words(), self.slugs)

    def _compiled(self, patterns: Sequence[Mapping[str, bytes]]) -> Compiled:
        uses = self._joined("uses", json.loads, self._used)
        return Compiled(
            [_database(of_file, "signatures") for of_file in patterns if "signatures" in of_file],
            ByNumber(self._joined("lines", bytes.decode, self._newest)),
            Uses(uses, self.entries),
            frozenset(self._newer.get("unused", ())),
            self._joined("conditions", json.loads, self._compared),
        )

    def _compared(self, older: list[str] | None, newer: list[str] | None) -> list[str]:
        """What no entry compares any more has no use."""
        return list(dict.fromkeys([*(older or ()), *(newer or ())]))

    def _used(self, older: list | None, newer: list | None) -> list:
        return [use for use in older or () if use[0] not in self.gone] + (newer or [])

    def grams(self) -> Grams:
        return Grams(
            ByNumber(self._joined("signatures", _known, self._newest)),
            self._joined("weight", lambda data: WEIGHT.unpack(data)[0], self._newest),
            self._facts["gram"],
            self._joined("where", _numbers, self._numbers),
            self._joined("where heavy", _numbers, self._numbers),
        )

    @cached_property
    def _gone_signatures(self) -> frozenset[int]:
        return frozenset(self._newer.get("gone signatures", ()))

    def _numbers(self, older: array | None, newer: array | None) -> list[int]:
        return [number for number in older or () if number not in self._gone_signatures] + list(newer or ())

    @cached_property
    def slugs(self) -> list[str]:
        """The entry of every number in the words: those of the base, then those of the delta."""
        return [slug for _, slug in self._facts["slugs"]] + list(self._newer.get("fresh", ()))

    @cached_property
    def _gone_numbers(self) -> frozenset[int]:
        return frozenset(n for n, (_, slug) in enumerate(self._facts["slugs"]) if slug in self.gone)

    def words(self) -> WordIndex:
        unknown, lengths = self._facts["words"]
        return WordIndex(
            self._joined("worth", _worth, self._scored),
            self._joined("stems", bytes.decode, self._newest),
            self._base.table("rarity", lambda data: array("f", data)),
            lengths,
            unknown,
            self._base.table("senses", bytes),
            self._joined("meanings", bytes, self._newest),
        )

    def _scored(self, older: tuple | None, newer: tuple | None) -> tuple[array, array] | None:
        numbers, scores = older or (array("I"), array("f"))
        left = [at for at, number in enumerate(numbers) if number not in self._gone_numbers]
        more_numbers, more_scores = newer or (array("I"), array("f"))
        numbers = array("I", [numbers[at] for at in left]) + more_numbers
        return (numbers, array("f", [scores[at] for at in left]) + more_scores) if numbers else None

    def base(self) -> Base:
        """What a delta is built on."""
        only = Kept(self.root, self._base, None) if self._delta else self
        lines = {text: int(number) for number, text in self._base.table("lines", bytes.decode).items()}
        signatures = {int(number): of.slug for number, of in self._base.table("signatures", _known).items()}
        return Base([slug for _, slug in self._facts["slugs"]], lines, signatures, only.grams(), only.words())


def _known(data: bytes) -> Known:
    return Known(*json.loads(data))


def _numbers(data: bytes) -> array:
    return array("I", data)


def _worth(data: bytes) -> tuple[array, array]:
    half = len(data) // 2
    return array("I", data[:half]), array("f", data[half:])


def _database(patterns: Mapping[str, bytes], name: str) -> hyperscan.Database:
    """Its bytes were checked when they were read: Hyperscan itself would crash on others."""
    try:
        return hyperscan.loadb(patterns[name], mode=hyperscan.HS_MODE_BLOCK)
    except (hyperscan.error, KeyError) as error:
        raise Spoiled(f"pattern {name}: {error}") from error
