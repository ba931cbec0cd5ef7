"""Text without the characters that wrapping, quoting and retyping change, and the way back to where each one stood."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

# White space, quotes, escapes, underscores, Markdown's and tables' marks: none of them tells two failures apart.
IGNORED = b" \t\n\r\x0b\x0c\"'`\\_*|<>"
BLOCK = 16384


class Compact:
    """UTF-8 text less the ignored bytes; offsets into `data` can be led back to the text."""

    def __init__(self, text: str):
        self.original = text.encode("utf-8", errors="replace")
        self._blocks = [
            self.original[at : at + BLOCK].translate(None, IGNORED) for at in range(0, len(self.original), BLOCK)
        ]
        self.data = b"".join(self._blocks)
        self._kept: dict[int, list[int]] = {}

    @cached_property
    def _starts(self) -> list[int]:
        """Compact offset at which each block of the original begins."""
        return list(accumulate(map(len, self._blocks), initial=0))

    def origin(self, offset: int) -> int:
        """Byte offset in the original of the byte at `offset` in `data`."""
        block = bisect_right(self._starts, offset) - 1
        if block not in self._kept:
            piece = self.original[block * BLOCK : (block + 1) * BLOCK]
            self._kept[block] = [n for n, byte in enumerate(piece) if byte not in IGNORED]
        return block * BLOCK + self._kept[block][offset - self._starts[block]]


def squeeze(text: str) -> bytes:
    """A literal in the same reduced spelling."""
    return text.encode().translate(None, IGNORED)
