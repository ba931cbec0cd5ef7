"""Byte offsets of a clean text -> pasted line numbers and printed lines, without reading the whole text for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from kb.reading.text.cleaning import SOFT
from kb.reading.text.lines import shorten

BLOCK = 2048
# A printed line is never looked at beyond this on either side of the place that matters.
LONGEST_LINE = 8192
_SOFT = SOFT.encode()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a byte stands: its pasted line, counted from 1, and the printed line around it, cut for people."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """Where something was found: byte offsets in the clean text; `echo` where it stands in quoted source code."""

    start: int
    end: int
    echo: bool = False


class Places:
    """Knows how many lines end before each block, so that a place costs one block and not the whole text.

    `first_line` is the number of the line with which the text begins.
    """

    def __init__(self, text: bytes, first_line: int = 1):
        self._text = text
        self._first_line = first_line

    @cached_property
    def _lines(self) -> list[int]:
        """The line that each block begins in."""
        ends = (self._text.count(b"\n", at, at + BLOCK) for at in range(0, len(self._text), BLOCK))
        return list(accumulate(ends, initial=self._first_line))

    def line(self, offset: int) -> int:
        """The pasted line of a byte."""
        block = offset // BLOCK
        return self._lines[block] + self._text.count(b"\n", block * BLOCK, offset)

    def place(self, offset: int) -> Place:
        start, end = self.printed_line(offset)
        return Place(self.line(offset), shorten(self._text[start:end], offset - start))

    def around(self, offset: int, lines: int) -> tuple[str, ...]:
        """So many printed lines below the one around a byte, then those above it, nearest first."""
        start, end = self.printed_line(offset)
        below = self._text[end + 1 : end + LONGEST_LINE].split(b"\n")[:lines]
        above = self._text[max(0, start - LONGEST_LINE) : max(0, start - 1)].split(b"\n")[-lines:]
        return tuple(shorten(line) for line in (*below, *reversed(above)) if line.strip())

    def printed_line(self, offset: int, before: int = LONGEST_LINE, behind: int = LONGEST_LINE) -> tuple[int, int]:
        """Start and end of the printed line around a byte; of a line of megabytes, so many bytes each way."""
        floor, ceiling = max(0, offset - before), min(len(self._text), offset + behind)
        start = self._text.rfind(b"\n", floor, offset) + 1 or floor
        start = self._text.rfind(_SOFT, start, offset) + 1 or start
        end = self._text.find(b"\n", offset, ceiling)
        end = ceiling if end < 0 else end
        soft = self._text.find(_SOFT, offset, end)
        return start, end if soft < 0 else soft
