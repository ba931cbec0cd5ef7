"""The parts of a page, the most needed first -> which of them a page of at most 800 words has open."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.html import strip_tags

# Without a space, the last word of one block and the first of the next would be one.
BLOCK_END = re.compile(r"</(?:p|li|td|th|tr|h\d|div|summary|pre)>|<br")
# A page that is read in two minutes, by somebody tired; the heading and the fold of each part count too.
MOST_WORDS = 800
PER_PART = 10


def words(*texts: str) -> int:
    """How many words a reader sees of these texts or pieces of HTML; a Chinese sign counts as half a word."""
    told = BLOCK_END.sub(" \\g<0>", " ".join(texts))
    told = strip_tags(told)
    chinese = sum("\u4e00" <= sign <= "\u9fff" for sign in told)
    return len(told.split()) + chinese // 2


def opened(taken: int, parts: Iterable[tuple[str, int]]) -> frozenset[str]:
    """Names of the parts that still fit when so many words are taken; a smaller one may fit after one that does not."""
    parts = list(parts)
    room, names = MOST_WORDS - taken - PER_PART * len(parts), set()
    for name, size in parts:
        if size <= room:
            names.add(name)
            room -= size
    return frozenset(names)
