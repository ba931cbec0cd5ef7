"""The text of a stretch -> where its tracebacks end: the line below the last frame is the exception, whatever its name.

Most classes say that they are one (`…Error`, `…Exception`); queue.Empty, socket.timeout and wandb.errors.Error do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.reading.text.cleaning import SOFT
from kb.reading.tracebacks import front

BEGIN = front.BEGIN.encode()
# Who was interrupted waited, and who left did so on purpose: neither says what was wrong.
ENDING = re.compile(rb"(?!KeyboardInterrupt|SystemExit)(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?::[ \t][^\n\x0b]*|:?)\s*")
FRAME = re.compile(rb"\s+File \"[^\"\n]{1,400}\", line \d+")
LINE_BREAKS = (b"\n", SOFT.encode())
BREAK = re.compile(b"[%b]" % b"".join(LINE_BREAKS))
LONGEST_PREFIX = 200
# One character a byte, so that what is left of a line tells where it begins.
BYTEWISE = "latin-1"
# Of a traceback so many bytes are looked at: deep ones have a few hundred frames.
LONGEST = 32 * 1024
LOOKS_PER_BYTE = 4


class End(NamedTuple):
    """Where the line behind the frames starts and stops; `stop` is 0 where it is no exception, and where there is none:
    then `start` is where the search ended. `frames` counts those above; `said` is where its own words begin.
    """

    start: int
    stop: int
    frames: int
    said: int = 0


def exceptions_in(text: bytes) -> dict[int, End]:
    """Start -> end of each printed line that ends a traceback.

    Those of ranks stand in one another: each is looked at by itself, until so many bytes were; then the next traceback
    is searched where the last one ended, so that every further byte is looked at once.
    """
    found: dict[int, End] = {}
    at, looks = text.find(BEGIN), LONGEST + LOOKS_PER_BYTE * len(text)
    while at >= 0:
        end = end_of(text, at)
        if end.stop:
            found[end.start] = end
        looks -= end.start - at
        at = text.find(BEGIN, at + len(BEGIN) if looks > 0 else max(end.start, at + len(BEGIN)))
    return found


def end_of(text: bytes, begin: int) -> End:
    """The end of the traceback that begins there. Lines that begin otherwise than the first one are other ranks'."""
    head = 1 + max(text.rfind(end, max(0, begin - LONGEST_PREFIX), begin) for end in LINE_BREAKS)
    own, frames, last = front.front_of(text[head:begin].decode(BYTEWISE)), 0, begin
    for number, (start, stop) in enumerate(_lines(text, begin)):
        if number == 1 and text[start : start + 1].isspace():
            own = front.front_of("")  # a logger's, of the first line alone
        last = stop
        rest = own.rest(text[start:stop].decode(BYTEWISE)) if number else None
        if rest is None or BEGIN in text[start:stop]:
            continue
        line = rest.encode(BYTEWISE)
        if line.strip() and not line[:1].isspace():
            return End(start, stop if frames and ENDING.fullmatch(line) else 0, frames, stop - len(line))
        frames += bool(FRAME.match(line))
    return End(last, 0, frames)


def _lines(text: bytes, begin: int) -> Iterator[tuple[int, int]]:
    """Starts and ends of the printed lines from here on, the first one in part."""
    start, until = begin, min(len(text), begin + LONGEST)
    for found in BREAK.finditer(text, begin, until):
        yield start, found.start()
        start = found.end()
    yield start, until
