"""The end of a log -> how long nothing was printed before somebody outside ended the job, by the log's own dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from kb.reading.text.stretches import Stretch

# Bytes: what was printed last stands at the end.
TAIL = 64 * 1024
MOST_DATES = 4000
DATE = rb"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)"
DATED = re.compile(rb"^[^\n]{0,40}?" + DATE, re.MULTILINE)
ENDED = re.compile(rb"CANCELLED AT " + DATE)
# In these last minutes launchers speak of the end itself.
ENDING = timedelta(minutes=5)
LEAST, TIMES_THE_USUAL, FEWEST = timedelta(minutes=30), 5, 4
# A scheduler's clock may be that of another zone than the job's: then they differ by whole half hours.
ZONES, BETWEEN_ZONES, NEARLY = timedelta(hours=14), timedelta(minutes=30), timedelta(minutes=1)
# A line (its first byte) and its date.
Dated = tuple[int, datetime]


@dataclass(frozen=True, slots=True)
class Silence:
    """Between lines `last` and `line` (pasted ones, from 1), where the job was ended, nothing was printed for so long.

    `usual` is for how long, at most, nothing was printed before.
    """

    last: int
    line: int
    seconds: int
    usual: int


def silence_in(last: Stretch) -> Silence | None:
    """What the last stretch of a log says of it; None where the job was heard until its end, or no date tells."""
    base = max(0, len(last.text) - TAIL)
    tail = last.text[base:]
    ended = next(iter(_dates(ENDED, tail)), None)
    heard = [one for one in _dates(DATED, tail) if ended and one[0] < ended[0] and one[1] <= ended[1] - ENDING]
    if ended is None or len(heard) < FEWEST:
        return None
    silent, usual = ended[1] - heard[-1][1], _longest(heard)
    if silent < max(LEAST, TIMES_THE_USUAL * usual) or _is_a_zone(silent, usual):
        return None
    first, end = (last.places.line(base + at) for at, _ in (heard[-1], ended))
    return Silence(first, end, int(silent.total_seconds()), int(usual.total_seconds()))


def _dates(pattern: re.Pattern[bytes], text: bytes) -> list[Dated]:
    found = ((one.start(), _read(one)) for one, _ in zip(pattern.finditer(text), range(MOST_DATES), strict=False))
    return [(at, date) for at, date in found if date]


def _read(found: re.Match[bytes]) -> datetime | None:
    try:
        return datetime(*map(int, found.groups()))
    except ValueError:
        return None


def _longest(heard: Sequence[Dated]) -> timedelta:
    return max(abs(then - now) for (_, now), (_, then) in pairwise(heard))


def _is_a_zone(silent: timedelta, usual: timedelta) -> bool:
    """Whether two clocks may differ by that much: the job then printed until its end."""
    beyond = silent % BETWEEN_ZONES
    return silent <= ZONES and min(beyond, BETWEEN_ZONES - beyond) <= max(NEARLY, 2 * usual)
