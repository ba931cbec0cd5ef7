"""Timeouts, proofs, stacks and dumps of one job -> who waited for whom, and which rank went down first."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from kb.diagnosis.causes import Causes
from kb.diagnosis.down.barrier import named_missing
from kb.diagnosis.down.hang import Hang, find_hang
from kb.diagnosis.down.launched import ended_first
from kb.diagnosis.down.verdict import FirstDown, convicting_lines, first_down, raised_first, rank_in, who_stopped
from kb.diagnosis.dumps.left import convicted, find_left, suspected
from kb.matching.match import Evidence, Match
from kb.reading.errors import ErrorLine
from kb.reading.one_pass import Reading
from kb.reading.tables.job.torchrun import Failures
from kb.reading.timeouts.watchdog import Timeouts

# What a program says of an exception that did not end it.
CAUGHT = re.compile(
    r"\b(?:WARN(?:ING)?|caught|skipp(?:ed|ing)|ignor(?:ed|ing)|retry(?:ing)?|recover(?:ed|ing))\b", re.I
)


def who_went_down(
    readings: Sequence[Reading],
    matches: Sequence[Match],
    behind: FirstDown | None,
    causes: Causes,
    alone: ErrorLine | None,
    reporting: Collection[int] = (),
) -> dict:
    """The answer's parts about ranks; `behind` is what stacks say, `alone` the exception of one that did not wait.

    Ranks that are `reporting` say only that another one is gone. An exception of the reader's own beside what is proved
    came first where it stands above that; of another rank's nobody knows.
    """
    timeouts = [reading.timeouts for reading in readings]
    heard = [rank for reading in readings for rank in reading.errors.ranks]
    waits = {(known["file"], known["line"]) for log in timeouts for known in log.waits.values()}
    waits |= {(log.file, line) for log in timeouts for line in log.reports}
    convicting = [item for item in convicting_lines(matches, waits) if not _went_on(item, timeouts)]
    failed = [rank for item in (*convicting, *([alone] if alone else [])) if (rank := rank_in(item)) is not None]
    hang = find_hang(timeouts, heard, failed, complete=not any(r.passed_over["timeouts"] for r in readings))
    left = find_left(readings)
    told = first_down(convicting, matches[0].slug if matches else "", hang, heard)
    if told and told.way == "cannot tell" and (causes.own or _is_told_elsewhere(matches, waits)):
        told = None
    if alone and not convicting:
        told = who_stopped(alone, hang, reporting)
    elif not convicting:
        missing = named_missing(readings)
        told = convicted(left) or missing or told or behind or suspected(left)
        told = told or (None if hang else ended_first(readings))
    elif causes.own and causes.earlier:
        told = raised_first(causes.own)
    elif listed := _listed_before(told, readings):
        told = listed
    elif causes.unexplained:
        told = replace(told, waiting=(), alone=True)
    told = _of_one_attempt(told, hang, readings) if told and hang else told
    return {"hang": hang, "first_down": told, "recorded": left.recorded, "counted": left.counted}


def _went_on(item: Evidence, timeouts: Sequence[Timeouts]) -> bool:
    """Whether a rank warned of what it had caught, and its own watchdog gave up later: it went on, and was not down."""
    if not CAUGHT.search(item.text):
        return False
    own = [(log.file, known) for log in timeouts for (rank, _), known in log.waits.items() if rank == rank_in(item)]
    return any(file == item.file and known["line"] > item.line and "op" in known for file, known in own)


def _of_one_attempt(told: FirstDown, hang: Hang, readings: Sequence[Reading]) -> FirstDown:
    """Without the ranks whose wait a launcher's table parts from the line: another attempt's, or another node's."""
    tables = [b for reading in readings for b in reading.blocks.found if isinstance(b.said, Failures)]
    ends = [block.line for block in tables if block.file == told.file and block.line < told.line]
    parted = {w.rank for w in hang.waits if ends and w.file == told.file and w.line < max(ends)} & {*told.waiting}
    waiting = tuple(rank for rank in told.waiting if rank not in parted)
    return replace(told, waiting=waiting, alone=True) if parted else told


def _listed_before(told: FirstDown, readings: Sequence[Reading]) -> FirstDown | None:
    """The rank that torchrun's table has first, where the one that a line convicts ended later by the same table."""
    listed = ended_first(readings)
    tables = [b.said for reading in readings for b in reading.blocks.found if isinstance(b.said, Failures)]
    later = {one.rank for table in tables for one in table.others if listed and one.time > listed.time}
    return listed if listed and {*told.ranks} <= later - {*listed.ranks} else None


def _is_told_elsewhere(matches: Sequence[Match], waits: set[tuple[str, int]]) -> bool:
    """Whether the answer's lines, of whichever rank, are no reports of waiting: then silence convicts nobody."""
    evidence = matches[0].evidence if matches and matches[0].confident else ()
    return bool(evidence) and not any((item.file, item.line) in waits for item in evidence)
