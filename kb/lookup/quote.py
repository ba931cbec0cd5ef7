"""Entry × query -> the one phrase of the entry that is nearest to the query, in its language, else the reader's."""

from __future__ import annotations

from collections.abc import Iterator, Set

from kb.catalogue.entry import Entry
from kb.language import in_chinese
from kb.matching.words.index import WordIndex, is_telling, tokens

FIRST_CHINESE = "\u4e00"
Quote = tuple[tuple[str, bool], ...]


def quote(entry: Entry, query: str, index: WordIndex) -> Quote:
    """The phrase in pieces (text, is a word of the query); empty where no phrase has any of the words."""
    terms = {term for term, _, _ in tokens(query, index.stem) if is_telling(term)}
    symptoms = entry.front.symptoms
    # `oom` is a word of both languages; a word that no phrase of the reader's has is looked for in the other's.
    tried = [symptoms.zh] if is_chinese(query) else [symptoms.zh, symptoms.en] if in_chinese() else [symptoms.en]
    for phrases in tried:
        weight, phrase = max(((_weight(phrase, terms, index), phrase) for phrase in phrases), default=(0.0, ""))
        if weight:
            return tuple(_marked(phrase, terms, index))
    return ()


def is_chinese(text: str) -> bool:
    return any(FIRST_CHINESE <= sign <= "\u9fff" for sign in text)


def _weight(phrase: str, terms: Set[str], index: WordIndex) -> float:
    """Rare words count more; each once."""
    found = {term for term, _, _ in tokens(phrase, index.stem)} & terms
    return sum(1 / len(index.worth[term][0]) for term in found if term in index.worth)


def _marked(text: str, terms: Set[str], index: WordIndex) -> Iterator[tuple[str, bool]]:
    """Pieces of the text, those that are words of the query marked; a pair of Chinese signs may be no word."""
    done = 0
    for term, start, end in tokens(text, index.stem):
        if term in terms and start >= done and text[start] < FIRST_CHINESE:
            if start > done:
                yield text[done:start], False
            yield text[start:end], True
            done = end
    if text[done:]:
        yield text[done:], False
