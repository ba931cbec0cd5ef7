"""Catalogue -> the tables that are kept: all of it as a base, or what differs from a base as a delta."""

from __future__ import annotations

import json
import struct
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hyperscan

from kb.cache.records import of_entry, of_shelves
from kb.catalogue.catalogue import Catalogue, causes_in, look_alikes_in
from kb.catalogue.schema.entry import Entry
from kb.matching.finder import Tables
from kb.matching.near_lines import Grams, grams_of
from kb.matching.patterns import Line
from kb.matching.signatures import compiled, conditions_of, lines_of
from kb.matching.words.index import WordIndex, index_more
from kb.reading.kinds import SCANS

WEIGHT = struct.Struct("<d")
Own = Mapping[str, tuple[str, ...]]
Written = dict[str, dict[str, bytes]]


@dataclass(frozen=True, slots=True)
class Base:
    """What a delta must know of its base: how far its numbers go, its entries by number, and what it scored with."""

    slugs: Sequence[str]
    lines: Mapping[str, int]
    signatures: Mapping[int, str]
    grams: Grams
    words: WordIndex


def base_tables(catalogue: Catalogue, own: Own, root: Path, tables: Tables) -> Written:
    """`tables` are those of a finder that was built from the whole catalogue."""
    entries, grams, words = catalogue.entries, tables.grams, tables.words
    patterns = {name: hyperscan.dumpb(scan.database) for name, scan in SCANS.items()}
    if tables.compiled.databases:
        patterns["signatures"] = hyperscan.dumpb(tables.compiled.databases[0])
    return (
        _about_entries(entries, own)
        | _about_lines(entries, tables.compiled.lines)
        | _about_grams(grams)
        | _about_words(words)
        | {
            "patterns": patterns,
            "facts": _facts(catalogue, root)
            | {"gram": _dumped(grams.unknown), "words": _dumped([words.unknown, list(words.lengths)])},
            "rarity": {term: array("f", of).tobytes() for term, of in words.rarity.items()},
        }
    )


def delta_tables(catalogue: Catalogue, own: Own, root: Path, fresh: Sequence[Entry], base: Base) -> Written:
    """`fresh` are the entries that are new or different since the base."""
    used, left = set(lines_of(catalogue)), set(catalogue.by_slug) - {entry.slug for entry in fresh}
    new = dict(enumerate((line for line in lines_of(fresh) if line not in base.lines), len(base.lines)))
    database = compiled([Line(text, number) for number, text in new.items()]) if new else None
    gone = {
        "gone": [slug for slug in base.slugs if slug not in left],
        "unused": [number for line, number in base.lines.items() if line not in used],
        "gone signatures": [number for number, slug in base.signatures.items() if slug not in left],
    }
    return (
        _about_entries(fresh, own)
        | _about_lines(fresh, new)
        | _about_grams(grams_of(fresh, base.grams, len(base.signatures)))
        | _about_words(index_more(fresh, base.words, len(base.slugs)))
        | {
            "patterns": {"signatures": hyperscan.dumpb(database)} if database else {},
            "facts": _facts(catalogue, root)
            | {key: _dumped(value) for key, value in gone.items()}
            | {"fresh": _dumped([entry.slug for entry in fresh])},
        }
    )


def _facts(catalogue: Catalogue, root: Path) -> dict[str, bytes]:
    slugs = [[entry.area, entry.slug] for entry in catalogue]
    return {"slugs": _dumped(slugs), "shelves": of_shelves(catalogue, root)}


def _about_entries(entries: Sequence[Entry], own: Own) -> Written:
    return {
        "entries": {entry.slug: of_entry(entry, own[entry.slug]) for entry in entries},
        "causes": {slug: _dumped(by) for slug, by in causes_in(entries).items()},
        "look-alikes": {slug: _dumped(by) for slug, by in look_alikes_in(entries).items()},
    }


def _about_lines(entries: Sequence[Entry], texts: Mapping[int, str]) -> Written:
    uses: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for entry in entries:
        for n, signature in enumerate(entry.front.signatures):
            uses[signature.key].append((entry.slug, n))
    return {
        "lines": {str(number): text.encode() for number, text in texts.items()},
        "uses": {line: _dumped(of) for line, of in uses.items()},
        "conditions": {name: _dumped(texts) for name, texts in conditions_of(entries).items()},
    }


def _about_grams(grams: Grams) -> Written:
    known = grams.signatures.items()
    return {
        "signatures": {str(number): _dumped([of.slug, of.line, of.total]) for number, of in known},
        "weight": {gram: WEIGHT.pack(weight) for gram, weight in grams.weight.items()},
        "where": {gram: array("I", numbers).tobytes() for gram, numbers in grams.where.items()},
        "where heavy": {gram: array("I", numbers).tobytes() for gram, numbers in grams.where_heavy.items()},
    }


def _about_words(words: WordIndex) -> Written:
    worth = {term: numbers.tobytes() + scores.tobytes() for term, (numbers, scores) in words.worth.items()}
    return {
        "worth": worth,
        "stems": {word: stem.encode() for word, stem in words.stems.items()},
        "senses": dict(words.senses),
        "meanings": dict(words.meanings),
    }


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
