"""A query -> results: what its line proves, then what has its codes and names, then what uses its words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from math import exp, fsum, log, log1p
from typing import get_args

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.schema.entry import Entry, Kind
from kb.catalogue.schema.guide import Guide
from kb.diagnosis.differential import weights
from kb.diagnosis.differential.signs import signs_in
from kb.diagnosis.matcher import Matcher
from kb.lookup.codes import asked_for, codes_in
from kb.lookup.quote import Quote, quote, told
from kb.lookup.spelling import Vocabulary, corrected, vocabulary
from kb.matching.match import Match
from kb.matching.words.index import BOOSTS, texts

MOST_SHOWN = 20
# What has less than this part of the first hit's score shares only the common words of the query.
LEAST_SCORE = 0.2
# Shorter than any line that proves something.
SHORTEST_MESSAGE = 12
# A Chinese character that stands alone in a query: the index knows pairs of them.
SINGLE = re.compile("(?<![\u4e00-\u9fff])[\u4e00-\u9fff](?![\u4e00-\u9fff])")
# Forms of one word that are asked for alike, though their stems differ.
ALIKE = {"slow": "slower", "slower": "slow", "slowest": "slow slower"}
# What a code is worth beside words: a status that an entry names decides, common words do not.
CODE_WORTH = 3.0
# Of two entries that fit alike, the one met more often comes first; 40 reports add half. Measured on first sentences of
# our described symptoms (where every failure is met once) and of the census: more costs the rare ones too much.
POPULARITY = 0.15
# How much the first hits' likeness in meaning counts, and of how many. Of the first sentences of 280 reports that
# nothing was learned from 32.1 % find their entry first (25.4 % without), of 516 described symptoms 75.6 % (73.4 %).
BY_MEANING, MOST_BY_MEANING = 3.0, 60
# What a query says of how the job failed ("stuck") speaks for failures of that kind, in the differential's weights.
KIND = 0.25
# A guide is offered where its failures have so much of the first hits' scores.
GUIDE_SHARE, GUIDE_HITS = 0.25, 10


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that the words mean; `quote` is its phrase that is nearest to the query."""

    entry: Entry
    score: float
    quote: Quote


@dataclass(frozen=True, slots=True)
class Results:
    """`proved` by a line in the query; `hits` best first, of `total`; `meant` is the query as it was corrected.

    `guide` is about what the first hits have in common.
    """

    proved: tuple[Match, ...] = ()
    hits: tuple[Hit, ...] = ()
    total: int = 0
    meant: str = ""
    guide: Guide | None = None


def _kind_fits(kind: Kind, signs: frozenset[str]) -> float:
    """More than one where failures of a kind are what the query tells of, less where it tells of others."""
    return exp(KIND * fsum(weights.KIND[sign][kind] for sign in signs if sign in weights.KIND))


class Lookup:
    """Searches one catalogue; read-only, so threads may share it."""

    def __init__(self, catalogue: Catalogue, matcher: Matcher):
        self._catalogue, self._matcher = catalogue, matcher

    def find(self, query: str, most: int = MOST_SHOWN) -> Results:
        """What the query means; `most` hits beside what is proved."""
        if not query.strip():
            return Results()
        proved = self._proved(query)
        meant = "" if proved else corrected(query, self._is_known, self._vocabulary)
        meant = "" if meant == query else meant
        scores = self._scores(meant or query)
        shown = {match.slug for match in proved}
        least = LEAST_SCORE * max(scores.values(), default=0.0)
        asked = meant or query
        fitting = {slug: score for slug, score in scores.items() if slug not in shown and score >= least}
        ordered = self._in_order(asked, fitting)
        weights = told(asked, self._words.index)
        first = [(self._catalogue.by_slug[slug], score) for slug, score in list(ordered.items())[:most]]
        hits = tuple(Hit(entry, score, quote(entry, asked, weights)) for entry, score in first)
        guide = None if proved else self._guide({slug: scores[slug] for slug in list(ordered)[:GUIDE_HITS]})
        return Results(proved, hits, len(shown) + len(ordered), meant, guide)

    def _guide(self, scores: Mapping[str, float]) -> Guide | None:
        """The guide to the best of the first hits, which count by the square; none where they have little in common."""
        worth = {slug: score**2 for slug, score in scores.items()}
        told = [(sum(worth.get(slug, 0.0) for slug in guide.failures), guide) for guide in self._catalogue.guides]
        most, best = max(told, key=lambda item: item[0], default=(0.0, None))
        return best if most > GUIDE_SHARE * sum(worth.values()) else None

    def _proved(self, query: str) -> tuple[Match, ...]:
        """What the query would be answered with if it were pasted: a message is best read as a log."""
        if len(query) < SHORTEST_MESSAGE:
            return ()
        answer = self._matcher.match([("", query)], keep=False, guess=lambda _: False)
        return tuple(match for match in answer.matches if match.confident)

    def _scores(self, query: str) -> dict[str, float]:
        codes, rest = asked_for(query)
        found: dict[str, float] = defaultdict(float)
        for code in codes:
            for slug, worth in self._codes.get(code, {}).items():
                found[slug] += CODE_WORTH * worth
        for sign in SINGLE.findall(query):
            for slug, worth in self._signs.get(sign, {}).items():
                found[slug] += worth
        words = rest if codes and found else query
        words = " ".join([words, *(ALIKE[word] for word in words.lower().split() if word in ALIKE)])
        for slug, score in self._words.scores(words, whole_names=True).items():
            found[slug] += score
        signs = signs_in(query, self._catalogue.situations)
        fits = {kind: _kind_fits(kind, signs) for kind in get_args(Kind)}
        return {slug: score * self._popularity[slug] * fits[self._kinds[slug]] for slug, score in found.items()}

    def _in_order(self, query: str, scores: Mapping[str, float]) -> dict[str, float]:
        """Best first; of the best, how near their meaning is to the query's counts in the score."""
        best = nlargest(MOST_BY_MEANING, scores, key=scores.__getitem__)
        near = {slug: exp(BY_MEANING * like) for slug, like in self._words.likenesses(query, best).items()}
        weighed = {slug: score * near.get(slug, 1.0) for slug, score in scores.items()}
        return dict(sorted(weighed.items(), key=lambda item: -item[1]))

    @cached_property
    def _popularity(self) -> Mapping[str, float]:
        threads = self._catalogue.census.threads
        return {slug: 1 + POPULARITY * log1p(threads(slug)) for slug in self._catalogue.by_slug}

    @cached_property
    def _kinds(self) -> Mapping[str, Kind]:
        return {entry.slug: entry.front.kind for entry in self._catalogue}

    def _is_known(self, word: str) -> bool:
        return self._words.index.stem(word) in self._words.index.worth

    @property
    def _words(self):
        return self._matcher.finder.words

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return vocabulary(self._catalogue.entries)

    @cached_property
    def _signs(self) -> Mapping[str, Mapping[str, float]]:
        """Chinese character -> entry -> its worth: its title, and the share of its phrases that hold it."""
        held: dict[str, dict[str, float]] = defaultdict(dict)
        for entry in self._catalogue.entries:
            zh, phrases = entry.front.zh, entry.front.symptoms.zh
            shares = Counter(sign for phrase in (*phrases, zh.summary) for sign in set(phrase))
            for sign in {*zh.title, *shares}:
                in_phrases = BOOSTS["symptoms"] * shares[sign] / (len(phrases) + 1)
                held[sign][entry.slug] = BOOSTS["title"] * (sign in zh.title) + in_phrases
        return held

    @cached_property
    def _codes(self) -> Mapping[str, Mapping[str, float]]:
        """Code -> entry -> its worth: the fields that name it, more where few entries do."""
        named: dict[str, dict[str, float]] = defaultdict(dict)
        for entry in self._catalogue.entries:
            for field, text in texts(entry).items():
                for code in {code for code, _, _ in codes_in(text)}:
                    named[code][entry.slug] = named[code].get(entry.slug, 0.0) + BOOSTS[field]
        count = len(self._catalogue)
        return {
            code: {slug: worth * log(1 + count / len(of)) for slug, worth in of.items()} for code, of in named.items()
        }
