"""The parts of a page -> which of them are open when it opens: a rule of length, the same on every entry."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.html import strip_tags

# Without a space, the last word of one block and the first of the next would be one.
BLOCK_END = re.compile(r"</(?:p|li|td|th|tr|h\d|div|summary|pre)>|<br")
CHINESE = re.compile("[\u4e00-\u9fff]")
# A page that is read in two minutes, by somebody tired.
MOST_WORDS = 800
# Open on every entry, the most needed first.
ALWAYS = ("fix", "root-cause", "symptoms")
# A part of so many words is no longer than its heading and its fold.
SHORT = 30


def words(*texts: str) -> int:
    """How many words a reader sees of these texts or pieces of HTML; a Chinese sign counts as half a word."""
    told = _seen(texts)
    return len(told.split()) + len(CHINESE.findall(told)) // 2


def characters(*texts: str) -> int:
    """How Chinese readers count: each sign, and each word or number that is not Chinese."""
    told = _seen(texts)
    return len(CHINESE.findall(told)) + len(CHINESE.sub(" ", told).split())


def _seen(texts: Iterable[str]) -> str:
    return strip_tags(BLOCK_END.sub(" \\g<0>", " ".join(texts)))


def opened(taken: int, parts: Iterable[tuple[str, int]]) -> frozenset[str]:
    """Names of the parts that are open; where they are too much beside `taken` words, the least needed close."""
    sizes = dict(parts)
    names = {name for name, size in sizes.items() if name in ALWAYS or size <= SHORT}
    for name in reversed(ALWAYS[1:]):
        if taken + sum(sizes[one] for one in names) > MOST_WORDS:
            names.discard(name)
    return frozenset(names)
