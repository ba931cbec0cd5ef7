"""The stacks of one job -> facts, in the vocabulary of tables: where ranks stand, whether apart, whether they moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.reading.blocks import Block
from kb.reading.stacks.job import Group, Stood, groups_in
from kb.reading.tables.fact import Fact, Table

# A fact's value is one word.
LONGEST_WORD = 80


@dataclass(frozen=True, slots=True)
class OfRank:
    """A fact that a stack shows, and whose stack that is; `rank` is empty where nothing names it."""

    fact: Fact
    rank: str
    file: str


def facts_in(blocks: Sequence[Block]) -> list[OfRank]:
    """What the stacks of all files of one job say together."""
    groups, _ = groups_in(blocks)
    if not groups:
        return []
    return [*_places(groups), *_together(groups), *_missing(groups, blocks)]


def _places(groups: Iterable[Group]) -> Iterator[OfRank]:
    """Of every process, what it waits in and in which function."""
    for group in groups:
        names = ("worker_standing_in", "worker_standing_at") if group.where.worker else ("standing_in", "standing_at")
        for member in group.members:
            yield _fact(names[0], group.where.what, member)
            yield _fact(names[1], group.where.function, member)


def _together(groups: Sequence[Group]) -> Iterator[OfRank]:
    """Whether the ranks stand apart, and whether any moved; of one rank alone neither is known."""
    mains = [group for group in groups if not group.where.worker]
    if sum(len(group.members) for group in mains) > 1:
        yield _fact("ranks_apart", "yes" if len(mains) > 1 else "no", mains[-1].members[0])
    moved = [group.moved for group in mains]
    if mains and None not in moved:
        yield _fact("ranks_moved", "yes" if any(moved) else "no", mains[0].members[0])


def _missing(groups: Iterable[Group], blocks: Iterable[Block]) -> Iterator[OfRank]:
    """How many of the ranks that the launcher started here have no process any more, by collect's environment."""
    tables = [block.said for block in blocks if isinstance(block.said, Table)]
    started = [fact.value for table in tables for fact in table.facts if fact.name == "local_world_size"]
    hosts = {table.host for table in tables if table.host}
    here = {m.rank for group in groups for m in group.members if m.rank is not None}
    if started and here and len(hosts) < 2:
        yield _fact("ranks_missing", max(float(max(started)) - len(here), 0.0), next(iter(groups)).members[0])


def _fact(name: str, value: str | float, member: Stood) -> OfRank:
    word = "-".join(value.split())[:LONGEST_WORD] if isinstance(value, str) else value
    frame = member.where.own or member.where.frame
    shown = f"{member.where.function} in {frame.function} ({frame.file}:{frame.line})"
    rank = "" if member.rank is None else str(member.rank)
    return OfRank(Fact(name, word, member.line, shown, member.name, member.line), rank, member.file)
