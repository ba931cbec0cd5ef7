"""monitored_barrier's own words -> the ranks that never came: naming them is what it is for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.diagnosis.down.verdict import FirstDown
from kb.reading.one_pass import Reading

MISSED = re.compile(r"\bRanks? (?P<ranks>\d{1,5}(?:, ?\d{1,5}){0,999}) failed to pass monitoredBarrier")


def named_missing(readings: Sequence[Reading]) -> FirstDown | None:
    """The ranks of the first such line; None where there is none."""
    for reading in readings:
        for line in reading.errors.lines:
            if told := MISSED.search(line.text):
                ranks = tuple(sorted({int(rank) for rank in told["ranks"].split(",")}))
                return FirstDown(ranks, "did not join", file=line.file, line=line.line)
    return None
