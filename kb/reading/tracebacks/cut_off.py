"""The end of a log -> the line at which a traceback begins that has no end there: what it died of was not pasted."""

from __future__ import annotations

from kb.reading.text.stretches import Stretch

BEGIN = b"Traceback (most recent call last)"
FRAME = b'File "'


def cut_traceback(stretch: Stretch) -> int:
    """The pasted line, from 1, at which the last traceback of the last stretch begins; 0 where its exception is there.

    Lines of other ranks may stand between its own: those with another prefix are passed over.
    """
    text, at = stretch.text, stretch.text.rfind(BEGIN)
    if at < 0:
        return 0
    prefix = text[text.rfind(b"\n", 0, at) + 1 : at]
    own = [line[len(prefix) :] for line in text[at:].split(b"\n")[1:] if line.startswith(prefix)]
    told = [line for line in own if line.strip()]
    is_open = all(line[:1].isspace() for line in told) and any(FRAME in line for line in told)
    return stretch.places.line(at) if is_open else 0
