"""A query in anybody's words -> the entries that use them, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest

from kb.catalogue.entry import Entry
from kb.language import either, in_chinese
from kb.matching.words.index import WordIndex, is_telling, tokens

MOST_QUERY_TERMS = 200
FIRST_CHINESE = "\u4e00"


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that uses the words; `excerpt` is text with the words marked: (text, is one of the words)."""

    entry: Entry
    score: float
    excerpt: tuple[tuple[str, bool], ...]


class Words:
    """Searches the entries whose words are in the index; read-only, so threads may share it."""

    def __init__(self, entries: Mapping[str, Entry], slugs: Sequence[str], index: WordIndex):
        """`slugs` has the entry of every number in the index; of a slug that is there twice, the last number counts."""
        self._entries, self._slugs, self._index = entries, slugs, index

    @cached_property
    def _number(self) -> dict[str, int]:
        return {slug: number for number, slug in enumerate(self._slugs)}

    def search(self, query: str, limit: int = 20, excerpts: bool = True) -> tuple[Found, ...]:
        """Entries that use the query's words, best first; scores are BM25F's own and compare within one search."""
        terms = self._terms(query)
        totals: dict[int, float] = {}
        for term in terms:
            for number, worth in zip(*self._index.worth.get(term, ((), ())), strict=True):
                totals[number] = totals.get(number, 0.0) + worth
        best = nlargest(limit, totals.items(), key=lambda item: (item[1], -item[0]))
        return tuple(self._found(number, score, terms if excerpts else []) for number, score in best)

    def shared(self, query: str, entry: Entry) -> list[str]:
        """The query's words that the entry uses, in the order of the query."""
        number, worth = self._number[entry.slug], self._index.worth
        return [term for term in self._terms(query) if term in worth and number in worth[term][0]]

    def _terms(self, query: str) -> list[str]:
        seen = dict.fromkeys(term for term, _, _ in tokens(query, self._index.stem) if is_telling(term))
        return list(seen)[:MOST_QUERY_TERMS]

    def _found(self, number: int, score: float, terms: Sequence[str]) -> Found:
        entry = self._entries[self._slugs[number]]
        return Found(entry, score, tuple(self._excerpt(entry, set(terms))) if terms else ())

    def _excerpt(self, entry: Entry, terms: set[str]) -> Iterator[tuple[str, bool]]:
        """The entry's own phrase that has most of the words; its summary where none has any.

        Whoever reads English sees a Chinese phrase only where no English one has a word of the query.
        """
        front = entry.front
        summary = either(front.summary, front.zh.summary)
        for phrases in (front.symptoms.zh,) if in_chinese() else (front.symptoms.en, front.symptoms.zh):
            weighed = [(self._weight(phrase, terms), phrase) for phrase in phrases]
            weight, phrase = max(weighed, key=lambda item: item[0], default=(0.0, ""))
            if weight:
                return self._marked(phrase, terms)
        return self._marked(summary, terms)

    def _weight(self, phrase: str, terms: set[str]) -> float:
        """Rare words count more; each once."""
        found = {term for term, _, _ in tokens(phrase, self._index.stem)} & terms
        return sum(1 / len(self._index.worth[term][0]) for term in found if term in self._index.worth)

    def _marked(self, text: str, terms: set[str]) -> Iterator[tuple[str, bool]]:
        """Pieces of the text, those that are words of the query marked; a pair of Chinese signs may be no word."""
        done = 0
        for term, start, end in tokens(text, self._index.stem):
            if term in terms and start >= done and text[start] < FIRST_CHINESE:
                if start > done:
                    yield text[done:start], False
                yield text[start:end], True
                done = end
        if text[done:]:
            yield text[done:], False
