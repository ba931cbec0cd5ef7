"""A query in anybody's words -> the entries that use them, best first."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from math import fsum, log

from kb.catalogue.schema.entry import Entry
from kb.matching.words.index import PIECE, WordIndex, is_telling, tokens
from kb.matching.words.meaning import direction, likeness

MOST_QUERY_TERMS = 200
# An entry with the rare words of a query stands above one that has the common ones in better places. On first sentences
# of 1,742 reports and of 516 described symptoms 50.6 % and 86.4 % come first (49.9 % and 84.3 % without), of the first
# words of 534 symptoms 42.7 % (39.3 %); with 1.0 the reports lose again.
BY_RARITY = 0.35
# With a hyphen it may as well be two English words.
NAME = re.compile(r"\w+(?:[_.]\w+)+|\w*_\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that uses the words."""

    entry: Entry
    score: float


class Words:
    """Searches the entries whose words are in the index; read-only, so threads may share it."""

    def __init__(self, entries: Mapping[str, Entry], slugs: Sequence[str], index: WordIndex):
        """`slugs` has the entry of every number in the index; of a slug that is there twice, the last number counts."""
        self._entries, self._slugs, self.index = entries, slugs, index

    @cached_property
    def _number(self) -> dict[str, int]:
        return {slug: number for number, slug in enumerate(self._slugs)}

    def search(self, query: str, limit: int = 20, beside: Iterable[str] = ()) -> tuple[Found, ...]:
        """Entries that use the query's words, best first; scores are BM25F's own and compare within one search.

        The slugs in `beside` follow, where they use a word of it and are not among the first `limit`.
        """
        totals = self._totals(self._terms(query))
        best = dict(nlargest(limit, totals.items(), key=lambda item: (item[1], -item[0])))
        others = {number: totals[number] for slug in beside if (number := self._number[slug]) in totals}
        return tuple(Found(self._entries[self._slugs[number]], score) for number, score in (best | others).items())

    def likenesses(self, query: str, slugs: Iterable[str]) -> dict[str, float]:
        """Slug -> how near the entry's meaning is to the query's, from -1 to 1."""
        asked, meanings = direction(self._terms(query), self.index.senses), self.index.meanings
        return {slug: likeness(asked, meanings.get(slug, b"")) for slug in slugs}

    def scores(self, query: str, whole_names: bool = False) -> dict[str, float]:
        """Slug -> score of every entry that uses a word of the query, best first.

        With `whole_names` an identifier that some entry uses counts as one word: NCCL_TIMEOUT is not about timeouts.
        """
        terms = self._whole(query) if whole_names else self._terms(query)
        shares = self._shares(terms)
        scores = {n: score * shares[n] ** BY_RARITY for n, score in self._totals(terms).items()}
        return {self._slugs[number]: score for number, score in sorted(scores.items(), key=lambda item: -item[1])}

    def _shares(self, terms: Sequence[str]) -> dict[int, float]:
        """How much of a query each entry has, from 0 to 1: each of its known words counts by how few entries use it."""
        users = {term: self.index.worth[term][0] for term in terms if term in self.index.worth}
        rarity = {term: log(1 + len(self._slugs) / len(own)) for term, own in users.items()}
        all_of_it, shares = fsum(rarity.values()), {}
        for term, own in users.items():
            part = rarity[term] / all_of_it
            for number in own:
                shares[number] = shares.get(number, 0.0) + part
        return shares

    def scores_of(self, query: str, slugs: Collection[str]) -> dict[str, float]:
        """Slug -> score of those among `slugs` that use a word of the query: cheaper than a search of all."""
        totals: dict[str, float] = {}
        for term in self._terms(query):
            numbers, worth = self.index.worth.get(term, ((), ()))
            for slug in slugs:
                at = bisect_left(numbers, self._number[slug])
                if at < len(numbers) and numbers[at] == self._number[slug]:
                    totals[slug] = totals.get(slug, 0.0) + worth[at]
        return totals

    def _totals(self, terms: Sequence[str]) -> dict[int, float]:
        totals: dict[int, float] = {}
        for term in terms:
            for number, worth in zip(*self.index.worth.get(term, ((), ())), strict=True):
                totals[number] = totals.get(number, 0.0) + worth
        return totals

    def shared(self, query: str, entry: Entry) -> list[str]:
        """The query's words that the entry uses, in the order of the query."""
        number, worth = self._number[entry.slug], self.index.worth
        return [term for term in self._terms(query) if term in worth and number in worth[term][0]]

    def _terms(self, query: str) -> list[str]:
        pieces = dict.fromkeys(PIECE.findall(query))
        told = (term for piece in pieces for term, _, _ in tokens(piece, self.index.stem))
        seen = dict.fromkeys(term for term in told if is_telling(term))
        return list(seen)[:MOST_QUERY_TERMS]

    def _whole(self, query: str) -> list[str]:
        """The query's terms, less the parts of names that are known as a whole."""
        seen, known_to = {}, 0
        for term, start, end in tokens(query, self.index.stem):
            if start >= known_to and is_telling(term):
                seen[term] = None
                known_to = end if NAME.fullmatch(term) and term in self.index.worth else known_to
        return list(seen)[:MOST_QUERY_TERMS]
