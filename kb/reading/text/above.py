"""Where a block begins whose last line opened it: the lines above that are its own."""

from __future__ import annotations

import re

# So many bytes above an opening are kept and looked at, and so many lines of other words may stand between two.
MOST_ABOVE, MOST_BETWEEN = 8 * 1024, 2


def first_line(text: bytes, last: int, own: re.Pattern[bytes]) -> int:
    """The offset of the first line of a block whose last one begins at `last`, itself where none above is the block's.

    `own` are words of its lines; an empty line ends it.
    """
    first = at = last
    between, lowest = 0, max(0, last - MOST_ABOVE)
    while at > lowest and between <= MOST_BETWEEN:
        end, at = at, text.rfind(b"\n", lowest, at - 1) + 1
        line = text[at:end]
        if at < lowest or not line.strip():
            break
        first, between = (at, 0) if own.search(line) else (first, between + 1)
    return first
