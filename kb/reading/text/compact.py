"""Text without the characters that wrapping, quoting and retyping change, and the way back to where each one stood."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

# White space, quotes, escapes, underscores, Markdown's and tables' marks: none of them tells two failures apart.
IGNORED = b" \t\n\r\x0b\x0c\"'`\\_*|<>"
BLOCK = 1024


class Compact:
    """UTF-8 text less the ignored bytes; offsets into `data` can be led back to the text."""

    def __init__(self, text: str | bytes):
        self.original = text if isinstance(text, bytes) else text.encode("utf-8", errors="replace")
        self.data = self.original.translate(None, IGNORED)

    @cached_property
    def _starts(self) -> list[int]:
        """Compact offset at which each block of the original begins."""
        blocks = (self.original[at : at + BLOCK] for at in range(0, len(self.original), BLOCK))
        return list(accumulate((len(squeezed(block)) for block in blocks), initial=0))

    def origin(self, offset: int) -> int:
        """Byte offset in the original of the byte at `offset` in `data`; the original's last where there is none."""
        number = bisect_right(self._starts, offset) - 1
        at, missing = number * BLOCK, offset - self._starts[number] + 1
        # At least so many bytes further on; those of them that are ignored are missing again.
        while missing and at < len(self.original):
            piece = self.original[at : at + missing]
            at, missing = at + missing, missing - len(squeezed(piece))
        return min(at, len(self.original)) - 1


def squeezed(text: bytes) -> bytes:
    """Bytes in the reduced spelling."""
    return text.translate(None, IGNORED)


def squeeze(text: str) -> bytes:
    """A literal in the reduced spelling."""
    return squeezed(text.encode())
