"""The end of a log -> the line at which a traceback begins that has no end there: what it died of was not pasted."""

from __future__ import annotations

from kb.reading.text.stretches import Stretch
from kb.reading.tracebacks.ends import BEGIN, end_of


def cut_traceback(stretch: Stretch) -> int:
    """The pasted line, from 1, at which the last traceback of the last stretch begins; 0 where its exception is there.

    Lines of other ranks may stand between its own: those with another prefix are passed over.
    """
    text, at = stretch.text, stretch.text.rfind(BEGIN)
    if at < 0:
        return 0
    end = end_of(text, at)
    return stretch.places.line(at) if end.frames and end.start == len(text) else 0
