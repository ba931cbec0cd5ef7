"""Words -> the direction that they mean together: people say the same in other words, of which BM25F knows nothing.

Every word has DIMENSIONS numbers, learned from our symptoms and from labelled reports so that a report lies near its
entry (tests/meaning). An entry lies where its titles, summaries and symptoms do, so that a new one needs no learning.
"""

from __future__ import annotations

from array import array
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from operator import mul

import msgspec

from kb.catalogue.schema.entry import Entry

DIMENSIONS = 128
LEARNED = "meaning.json"
# An entry's direction is kept as signed bytes.
UNIT = 127

Terms = Callable[[str], Iterable[str]]


class Learned(msgspec.Struct, frozen=True):
    """What tests/meaning/learn.py writes: the words, and DIMENSIONS signed bytes for each, in base64."""

    dimensions: int
    terms: list[str]
    table: str


def senses() -> dict[str, bytes]:
    """Term -> its numbers; ten thousand of them, read from the file beside this module."""
    # Here, because a start that finds the index in its cache reads no such file.
    from importlib.resources import files

    return read_senses(files(__package__).joinpath(LEARNED).read_bytes())


def read_senses(learned: bytes) -> dict[str, bytes]:
    """The same from the bytes of such a file; a ValueError where it was learned with other DIMENSIONS."""
    told = msgspec.json.decode(learned, type=Learned)
    if told.dimensions != DIMENSIONS:
        raise ValueError(f"{LEARNED} has {told.dimensions} numbers a word, not {DIMENSIONS}: run make meaning")
    table = b64decode(told.table)
    return {term: table[n * DIMENSIONS : (n + 1) * DIMENSIONS] for n, term in enumerate(told.terms)}


def direction(terms: Iterable[str], known: Mapping[str, bytes]) -> list[float]:
    """DIMENSIONS numbers of length one, each term counted once; empty where no term is known."""
    rows = [array("b", row) for term in dict.fromkeys(terms) if (row := known.get(term)) is not None]
    return _unit([sum(column) for column in zip(*rows, strict=True)])


def meaning_of(entry: Entry, terms: Terms, known: Mapping[str, bytes]) -> bytes:
    """Where an entry lies: DIMENSIONS signed bytes, empty where it has no known word."""
    told = [found for phrase in phrases(entry) if (found := direction(terms(phrase), known))]
    mean = _unit([sum(column) for column in zip(*told, strict=True)])
    return array("b", [round(UNIT * number) for number in mean]).tobytes()


def phrases(entry: Entry) -> Iterator[str]:
    """What people call it, in both languages."""
    front = entry.front
    yield f"{front.title} {front.summary}"
    yield f"{front.zh.title} {front.zh.summary}"
    yield from front.symptoms.en
    yield from front.symptoms.zh


def likeness(asked: Iterable[float], meaning: bytes) -> float:
    """From -1 to 1: how near an entry lies to what was asked; 0 where one of them has no known word."""
    return sum(map(mul, asked, array("b", meaning))) / UNIT


def _unit(numbers: list[float]) -> list[float]:
    length = sqrt(sum(map(mul, numbers, numbers)))
    return [number / length for number in numbers] if length else []
