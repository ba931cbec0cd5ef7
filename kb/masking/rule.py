"""A rule: what a secret looks like, an example of it, and lines that must stay as they are."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass

# A run of letters and digits that nobody would choose as a name: they change places at least twice, or it is long.
RUN = re.compile(r"[A-Za-z0-9]{8,}")
GROUPS = re.compile(r"[0-9]+|[A-Za-z]+")
CASES = re.compile(r"[a-z][A-Z]")
ENOUGH_GROUPS, LONG_RUN, ENOUGH_CASES = 3, 16, 3
# A text so short is searched as a whole.
SHORT = 4_000
# Characters before a match that `unless` sees.
BEFORE = 24


@dataclass(frozen=True)
class Rule:
    """One row of the table.

    `pattern` is a regular expression whose groups s1, s2 … hold the value; every repeat in it is bounded.
    `keywords`, in lower case: a text with none of them is not searched. `random` asks that the value looks drawn by
    chance, `unless` is searched in what surrounds the value. `spares` are lines that the guards keep whole.
    """

    name: str
    what: str
    keywords: tuple[str, ...]
    pattern: str
    example: str
    spares: tuple[str, ...] = ()
    random: bool = False
    unless: str = ""
    lines: int = 1

    def spans(self, text: str, lower: str) -> Iterator[tuple[int, int]]:
        """Where values of this kind begin and end; `lower` is the same text in small letters. Linear in the text."""
        pattern, unless = _compiled(self.pattern), self.unless and _compiled(self.unless)
        for first, last in self._lines(text, lower):
            for match in pattern.finditer(text, first, last):
                start, stop = match.span(match.lastgroup)
                around = text[max(0, match.start() - BEFORE) : stop + 1]
                chosen = self.random and not looks_random(match[match.lastgroup])
                if not chosen and not (unless and unless.search(around)):
                    yield start, stop

    def _lines(self, text: str, lower: str) -> Iterator[tuple[int, int]]:
        """A short text whole, else the lines with a keyword, each once; `lines` is how many a match may span."""
        if len(text) < SHORT:
            yield 0, len(text)
            return
        done = 0
        for at in heapq.merge(*(_line_starts(text, lower, word) for word in self.keywords)):
            if at >= done:
                done = at
                for _ in range(self.lines):
                    done = _line_end(text, done) + 1
                yield at, done - 1


def _line_starts(text: str, lower: str, word: str) -> Iterator[int]:
    at = lower.find(word)
    while at >= 0:
        yield text.rfind("\n", 0, at) + 1
        at = lower.find(word, _line_end(text, at))


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def looks_random(value: str) -> bool:
    """Whether a value looks like a key (f81d4fae7dec11d0a765) and not like a name (checkpoint-40, 0x7f12, 4096)."""
    if value[:2] in ("0x", "0X"):
        return False
    for run in RUN.findall(value):
        groups = len(GROUPS.findall(run))
        if groups >= ENOUGH_GROUPS or (groups > 1 and len(run) >= LONG_RUN):
            return True
        if len(run) >= LONG_RUN and len(CASES.findall(run)) >= ENOUGH_CASES:
            return True
    return False


_cache: dict[str, re.Pattern[str]] = {}


def _compiled(pattern: str) -> re.Pattern[str]:
    # ASCII: a Chinese character before a token is no part of the word.
    if pattern not in _cache:
        _cache[pattern] = re.compile(pattern, re.ASCII | re.MULTILINE | re.VERBOSE)
    return _cache[pattern]
