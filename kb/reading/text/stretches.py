"""A log of any size -> stretches of whole lines, cleaned: never more than a few of them in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kb.reading.text.cleaning import Cleaner
from kb.reading.text.compact import Compact
from kb.reading.text.decoding import Content, decoded
from kb.reading.text.places import Places

# A message that a terminal wrapped over several lines is found whole when this many bytes are looked at twice.
OVERLAP = 4096


@dataclass(frozen=True)
class Stretch:
    """Clean text whose first `seen` bytes also end the stretch before; `pasted` is what is new, as it was sent.

    `first_line` and `last_line` are the numbers, counted from 1, of the pasted lines with which `text` begins and ends.
    """

    text: bytes
    pasted: bytes
    first_line: int
    last_line: int
    seen: int = 0

    @cached_property
    def compact(self) -> Compact:
        return Compact(self.text)

    @cached_property
    def places(self) -> Places:
        return Places(self.text, self.first_line)


def stretches(content: Content) -> Iterator[Stretch]:
    """What somebody sent -> its stretches, in order. Raises Unreadable, before the first, for what is no log."""
    cleaner, overlap, line = Cleaner(), b"", 1
    for piece in decoded(content):
        text = overlap + cleaner.clean_bytes(piece)
        first, line = line - overlap.count(b"\n"), line + piece.count(b"\n")
        yield Stretch(text, piece, first, line, len(overlap))
        overlap = _end_of(text)


def one_stretch(text: str) -> Stretch:
    """A short clean text as a whole."""
    encoded = text.encode("utf-8", errors="replace")
    return Stretch(encoded, encoded, 1, 1 + encoded.count(b"\n"))


def _end_of(text: bytes) -> bytes:
    """The last whole lines of a text, OVERLAP bytes at most; of one huge line, its end."""
    start = max(0, len(text) - OVERLAP)
    return text[text.find(b"\n", start) + 1 or start :] if start else text
