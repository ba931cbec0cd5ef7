"""Entry × query -> the one phrase of the entry that is nearest to the query, in its language, else the reader's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import fsum

from kb.catalogue.schema.entry import Entry
from kb.language import in_chinese
from kb.matching.words.index import WordIndex, is_telling, tokens

FIRST_CHINESE = "\u4e00"
Quote = tuple[tuple[str, bool], ...]


def told(query: str, index: WordIndex) -> dict[str, float]:
    """The words of a query, each with its weight: rare words count more, one that no entry uses for nothing."""
    terms = {term for term, _, _ in tokens(query, index.stem) if is_telling(term)}
    return {term: 1 / len(index.worth[term][0]) if term in index.worth else 0.0 for term in terms}


def quote(entry: Entry, query: str, weights: Mapping[str, float]) -> Quote:
    """The phrase in pieces (text, is a word of the query); empty where no phrase has any of the words."""
    symptoms = entry.front.symptoms
    # `oom` is a word of both languages; a word that no phrase of the reader's has is looked for in the other's.
    tried = [symptoms.zh] if is_chinese(query) else [symptoms.zh, symptoms.en] if in_chinese() else [symptoms.en]
    asked = frozenset(weights)
    for phrases in tried:
        weight, phrase = max(((_weight(phrase, weights, asked), phrase) for phrase in phrases), default=(0.0, ""))
        if weight:
            return tuple(_marked(phrase, weights))
    return ()


def is_chinese(text: str) -> bool:
    return any(FIRST_CHINESE <= sign <= "\u9fff" for sign in text)


def _weight(phrase: str, weights: Mapping[str, float], asked: frozenset[str]) -> float:
    """Each word once; the same sum in whatever order."""
    return fsum(weights[term] for term in asked & _terms(phrase))


@lru_cache(maxsize=20_000)
def _terms(phrase: str) -> frozenset[str]:
    """Of a phrase of the catalogue, never of a query: what anybody typed is not kept."""
    return frozenset(term for term, _, _ in tokens(phrase))


@lru_cache(maxsize=2_000)
def _placed(phrase: str) -> tuple[tuple[str, int, int], ...]:
    """The same with their places, which the phrases that are shown need."""
    return tuple(tokens(phrase))


def _marked(text: str, weights: Mapping[str, float]) -> Iterator[tuple[str, bool]]:
    """Pieces of the text, those that are words of the query marked; a pair of Chinese signs may be no word."""
    done = 0
    for term, start, end in _placed(text):
        if term in weights and start >= done and text[start] < FIRST_CHINESE:
            if start > done:
                yield text[done:start], False
            yield text[start:end], True
            done = end
    if text[done:]:
        yield text[done:], False
