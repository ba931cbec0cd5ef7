"""Readings of one job's logs -> what the dumps in them tell, and whom they convict."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.diagnosis.down.verdict import FirstDown
from kb.diagnosis.dumps.communicators import Counted, find_counted
from kb.diagnosis.dumps.recorder import Recorded, find_recorded
from kb.language import gettext
from kb.reading.blocks import Block
from kb.reading.dumps import analysed, flight_recorder, ras
from kb.reading.dumps.recorded import Dump
from kb.reading.one_pass import Reading
from kb.reading.text.lines import rank_of_file
from kb.reading.text.runs import ranks

# A dump's file is called after its rank: _dump_3, nccl_trace_rank_3, rank_3.json.
RANK_AT_END = re.compile(r"(?:rank|dump|trace)[_.-]?(?P<rank>\d{1,5})(?:\.[A-Za-z]{1,8}){0,2}$")
# What convicts: whoever called another thing explains everything behind it.
WAYS = ("collectives differ", "arguments differ", "did not join", "stuck inside")


@dataclass(frozen=True, slots=True)
class Left:
    """What a frozen job left behind besides its log; None where there is no such dump."""

    recorded: Recorded | None = None
    counted: Counted | None = None
    analysed: Block | None = None


def find_left(readings: Sequence[Reading]) -> Left:
    """What all dumps of the job tell together."""
    reports = [block.said for block in _blocks(readings, ras.KIND.name)]
    # The first collective that somebody did not join explains those behind it.
    first = next(_blocks(readings, analysed.KIND.name, analysed.DESYNC_KIND.name), None)
    return Left(find_recorded(list(_dumps(readings))), find_counted(reports), first)


def convicted(left: Left) -> FirstDown | None:
    """Whom the dumps convict; None where they do not."""
    recorded, counted = left.recorded, left.counted
    if recorded and recorded.ways:
        by_way = recorded.by_way()
        way = next(way for way in WAYS if way in by_way)
        place = next((s for s in recorded.standings if s.rank in by_way[way]), None)
        where = {"file": place.file, "line": place.line} if place else {}
        return FirstDown(by_way[way], way, waiting=recorded.waiting, **where)
    if recorded and (pair := recorded.apart or recorded.circle):
        return FirstDown(pair, "collectives differ", waiting=recorded.waiting, said=recorded.sentences[0])
    if counted and counted.whole and counted.still and counted.behind:
        return FirstDown(counted.behind, "did not join", said=counted.sentences[-1])
    return None


def suspected(left: Left) -> FirstDown | None:
    """Whom to look at where nothing convicts: ranks without a dump, or that NCCL did not reach."""
    recorded, counted = left.recorded, left.counted
    if counted and counted.whole and counted.gone:
        said = gettext("{ranks} did not answer NCCL: look there first.").format(ranks=ranks(counted.gone))
        return FirstDown(counted.gone, "cannot tell", said=said)
    unseen = recorded.unknown or (recorded.missing if recorded.nameless else ()) if recorded else ()
    if recorded and (apart := recorded.joined or unseen):
        return FirstDown(apart, "cannot tell", waiting=recorded.waiting, said=recorded.sentences[0])
    if left.analysed:
        said, place = left.analysed.said, {"file": left.analysed.file, "line": left.analysed.line}
        return FirstDown(said.missing, "did not join", waiting=said.waiting, **place)
    return None


def _dumps(readings: Iterable[Reading]) -> Iterator[Dump]:
    for block in _blocks(readings, flight_recorder.KIND.name):
        for dump in block.said:
            rank = dump.rank
            if rank is None:
                rank = _rank_beside(block) if len(block.said) == 1 else None
            rank = flight_recorder.only_member(dump) if rank is None else rank
            yield replace(dump, rank=rank, file=block.file, line=block.line)


def _rank_beside(block: Block) -> int | None:
    """The rank of which the heading above a dump, the launcher in front of it or its file's name speaks."""
    named = RANK_AT_END.search(block.file)
    told = block.values.get("rank", ""), block.printed_by, named["rank"] if named else rank_of_file(block.file)
    return next((int(rank) for rank in told if rank.isdecimal() and len(rank) < 6), None)


def _blocks(readings: Iterable[Reading], *kinds: str) -> Iterator[Block]:
    return (block for reading in readings for block in reading.blocks.found if block.kind in kinds)
