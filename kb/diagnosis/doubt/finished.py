"""Readings -> the line by which a job went well, so that nobody guesses at what was wrong with it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.reading.errors import ErrorLine
from kb.reading.one_pass import Reading
from kb.reading.text.lines import is_somebodys

# What somebody says of a run that ended without an error, in however few words: then there is something to guess.
COMPLAINT = re.compile(
    r"\b(?:slow(?:er|ly)?|hangs?|hung|stuck|stalls?|freezes?|frozen|never|worse|wrong|why|(?:not|n't) exit)\b"
    r"|慢|卡|退出|差",
    re.IGNORECASE,
)


def finished_at(readings: Sequence[Reading]) -> ErrorLine | None:
    """Where each log ends with its trainer's last word, none has an error, and nobody says that something is wrong."""
    if not all(reading.finished and not reading.errors.lines for reading in readings):
        return None
    return None if any(map(_is_more_than_a_log, readings)) else readings[0].finished


def _is_more_than_a_log(reading: Reading) -> bool:
    """Whether stacks, tables or somebody's words stand in it."""
    return bool(reading.blocks.found) or any(
        COMPLAINT.search(line) or is_somebodys(line) for line in reading.head_lines()
    )
