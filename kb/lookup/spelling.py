"""A word that no entry uses -> the nearest one that some do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches

from kb.catalogue.entry import Entry

WORD = re.compile(r"[A-Za-z]{4,30}")
# Nearer words are the same word misspelt, as far as our own typos tell.
LEAST_ALIKE = 0.8
MOST_WORDS = 4


def vocabulary(entries: Iterable[Entry]) -> Counter[str]:
    """How often each word stands in titles, summaries, symptoms and messages."""
    return Counter(word.lower() for entry in entries for text in _told(entry) for word in WORD.findall(text))


def corrected(query: str, known: Callable[[str], bool], words: Mapping[str, int]) -> str:
    """The query with its unknown words replaced by the nearest known ones; empty where nothing changes."""
    unknown = [word for word in dict.fromkeys(WORD.findall(query)) if not known(word.lower())][:MOST_WORDS]
    better = {word: near for word in unknown if (near := _nearest(word.lower(), words))}
    return re.sub(WORD, lambda found: better.get(found[0], found[0]), query) if better else ""


def _nearest(word: str, words: Mapping[str, int]) -> str:
    """The nearest; of several, the one that is used most."""
    close = get_close_matches(word, words, n=3, cutoff=LEAST_ALIKE)
    return max(close, key=lambda near: words[near], default="")


def _told(entry: Entry) -> Iterable[str]:
    front = entry.front
    lines = (line for signature in front.printed for line in signature.lines)
    return (front.title, front.summary, *front.symptoms.en, *lines)
