"""Text of any length -> pieces that fit an agent's context, and the cursor that asks for the next one."""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict

# What one answer may take of an agent's context, by our count below; tests hold every answer to 700.
MOST_TOKENS = 600
# Texts whose later pages may still be asked for.
KEPT = 64
# No tokenizer is asked: vocabularies differ, and none is installed everywhere. A word of English counts as one token
# for every four letters, which is more than it takes (docs/agents.md has the comparison); every other sign for itself.
PIECE = re.compile(r"[A-Za-z]{1,4}|\d{1,3}|[^\sA-Za-z\d]|\n")


class Expired(LookupError):
    """This cursor is none, or of a text that is not kept any more."""


def tokens(text: str) -> int:
    """How many tokens the text takes, at most, by any usual vocabulary."""
    return sum(1 for _ in PIECE.finditer(text))


class Pages:
    """Gives the first page of a text, and later ones by cursor; the last few texts are kept, in memory only."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[str]] = OrderedDict()
        self._lock = threading.Lock()

    def first(self, text: str) -> str:
        """The first page; where there are more, its last line has the cursor."""
        pages = list(_cut(text))
        if len(pages) == 1:
            return pages[0]
        name = secrets.token_hex(4)
        with self._lock:
            self._kept[name] = pages
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self.more(f"{name}-1")

    def more(self, cursor: str) -> str:
        """The page of this cursor. Raises Expired."""
        name, _, number = cursor.partition("-")
        with self._lock:
            pages = self._kept.get(name, [])
        if not (number.isascii() and number.isdecimal() and 0 < int(number) <= len(pages)):
            raise Expired("this cursor is not known, or no longer: ask again for the text that it belongs to")
        text, at = pages[int(number) - 1], int(number)
        return text if at == len(pages) else f"{text}\nmore: page {at + 1} of {len(pages)}, cursor {name}-{at + 1}"


def _cut(text: str):
    """Whole lines together up to a page; a line that is longer than that is cut between pieces."""
    page, used = [], 0
    for line in (piece for whole in text.rstrip("\n").split("\n") for piece in _short(whole)):
        need = tokens(line) + 1
        if page and used + need > MOST_TOKENS:
            yield "\n".join(page)
            page, used = [], 0
        page.append(line)
        used += need
    yield "\n".join(page)


def _short(line: str):
    start, count = 0, 0
    for piece in PIECE.finditer(line):
        count += 1
        if count >= MOST_TOKENS:
            yield line[start : piece.start()]
            start, count = piece.start(), 1
    yield line[start:]
