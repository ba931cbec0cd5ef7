"""The end of a log -> the line at which a traceback begins that has no end there: what it died of was not pasted."""

from __future__ import annotations

from kb.reading.text.stretches import Stretch
from kb.reading.tracebacks.ends import BEGIN, LONGEST, LONGEST_PREFIX, end_of
from kb.reading.tracebacks.own_frame import BREAKS, OwnFrame, own_frame


def cut_traceback(stretch: Stretch) -> int:
    """The pasted line, from 1, at which the last traceback of the last stretch begins; 0 where its exception is there.

    Lines of other ranks may stand between its own: those with another prefix are passed over.
    """
    text, at = stretch.text, stretch.text.rfind(BEGIN)
    if at < 0:
        return 0
    end = end_of(text, at)
    return stretch.places.line(at) if end.frames and end.start == len(text) else 0


def own_frame_of_cut(stretch: Stretch) -> OwnFrame | None:
    """The reader's own innermost frame of that traceback, as far as it was pasted; a last line may be cut itself."""
    if not cut_traceback(stretch):
        return None
    at = stretch.text.rfind(BEGIN)
    start = 1 + stretch.text.rfind(b"\n", max(0, at - LONGEST_PREFIX), at)
    lines = BREAKS.split(stretch.text[start : at + LONGEST].decode("utf-8", errors="ignore"))
    return own_frame([*lines[:-1], lines[0]], len(lines))
