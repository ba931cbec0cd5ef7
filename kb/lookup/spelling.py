"""A word that no entry uses -> the nearest one that some do."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from kb.catalogue.schema.entry import Entry

WORD = re.compile(r"[A-Za-z]{4,30}")
# Nearer words are the same word misspelt, as far as our own typos tell.
LEAST_ALIKE = 0.8
MOST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words in small letters: how often each is used; by length, of which letters each is, one bit for each."""

    uses: Mapping[str, int]
    letters: Mapping[int, Mapping[str, int]]

    @classmethod
    def of(cls, uses: Mapping[str, int]) -> Vocabulary:
        letters: dict[int, dict[str, int]] = defaultdict(dict)
        for word in uses:
            letters[len(word)][word] = _letters(word)
        return cls(uses, letters)

    def nearest(self, word: str) -> str:
        """The nearest; of several, the one that is used most; empty where none is near."""
        near = get_close_matches(word, self._maybe_near(word), n=3, cutoff=LEAST_ALIKE)
        return max(near, key=lambda close: self.uses[close], default="")

    def _maybe_near(self, word: str) -> list[str]:
        """The few words worth comparing letter by letter: those that lack few of its letters, and it of theirs."""
        own, near = _letters(word), []
        for length, words in self.letters.items():
            alike = LEAST_ALIKE * (len(word) + length) / 2
            lacking, surplus = len(word) - alike, length - alike
            if min(lacking, surplus) >= 0:
                near += [
                    other
                    for other, letters in words.items()
                    if (own & ~letters).bit_count() <= lacking and (letters & ~own).bit_count() <= surplus
                ]
        return near


def _letters(word: str) -> int:
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) - ord("a"))
    return bits


def vocabulary(entries: Iterable[Entry]) -> Vocabulary:
    """The words of titles, summaries, symptoms and messages."""
    return Vocabulary.of(
        Counter(word.lower() for entry in entries for text in _told(entry) for word in WORD.findall(text))
    )


def corrected(query: str, known: Callable[[str], bool], words: Vocabulary) -> str:
    """The query with its unknown words replaced by the nearest known ones; empty where nothing changes."""
    unknown = [word for word in dict.fromkeys(WORD.findall(query)) if not known(word.lower())][:MOST_WORDS]
    better = {word: near for word in unknown if (near := words.nearest(word.lower()))}
    return re.sub(WORD, lambda found: better.get(found[0], found[0]), query) if better else ""


def _told(entry: Entry) -> Iterable[str]:
    front = entry.front
    lines = (line for signature in front.printed for line in signature.lines)
    return (front.title, front.summary, *front.symptoms.en, *lines)
