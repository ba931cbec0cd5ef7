"""Lines with an error's word -> those that a program printed: one's own sentence on a failure is not its message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kb.reading.errors import ErrorLine
from kb.reading.one_pass import Reading
from kb.reading.text.lines import is_somebodys, sounds_said
from kb.reading.text.statements import is_a_persons

ASKS = re.compile(r"\w{2,}\?(?:\s|$)")


def printed(errors: Iterable[ErrorLine], readings: Sequence[Reading]) -> tuple[ErrorLine, ...]:
    """Where nothing else was pasted, fewer words tell that a line is a sentence."""
    described = {reading.file for reading in readings if all(map(_may_be_said, reading.head.split("\n")))}
    return tuple(line for line in errors if not _is_said(line.text, line.file in described))


def _may_be_said(line: str) -> bool:
    return not line.strip() or is_a_persons(line)


def _is_said(text: str, described: bool) -> bool:
    return is_somebodys(text) or (described and (sounds_said(text) or ASKS.search(text) is not None))
