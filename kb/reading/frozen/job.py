"""What lies beside the stacks of a job: the kernel's view of each rank, what moved, how many ranks there should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.reading.blocks import Block
from kb.reading.frozen.moved import Between, Moved
from kb.reading.frozen.process import Seen
from kb.reading.stacks.job import WAITING, Stood
from kb.reading.tables.fact import Table

# A rank that waits in a collective of gloo sleeps until it is over: it wakes once in each, and now and then by chance.
AWAKE_BY_CHANCE = 1
# Seconds of CPU a second from which on a rank that waits for no other is at work.
AT_WORK = 0.1
HERE = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Job:
    """`seen` and `moved` by process number; `started` ranks of this node by the launcher, else `expected` in all where
    the job has this node only. None where nothing tells. `meeting_places` are those that ranks were told, 0 where these
    are the ranks of several jobs.
    """

    seen: Mapping[str, Seen]
    moved: Mapping[str, Moved]
    ranks: frozenset[int]
    nccl_moved: bool | None
    started: float | None
    expected: float | None
    several_nodes: bool | None
    several_hosts: bool
    meeting_places: int = 0

    @property
    def backend(self) -> str:
        """Jobs with NCCL have groups of gloo as well."""
        if any(one.nccl for one in self.seen.values()):
            return "nccl"
        return "gloo" if any(one.gloo for one in self.seen.values()) else ""

    @property
    def process_groups(self) -> int:
        """Of the rank that has most."""
        nccl = self.backend == "nccl"
        return max((one.nccl if nccl else one.gloo for one in self.seen.values()), default=0)

    def has_moved(self, member: Stood) -> bool | None:
        """Whether a rank went on between two samples; None where there is only one. A stack alone may look the same."""
        if member.moved is None or member.moved:
            return member.moved
        moved = self.moved.get(member.process)
        if member.where.what not in WAITING:
            return bool(moved and moved.busy > AT_WORK)
        by_gloo = self.backend == "gloo" and moved is not None and moved.waits > AWAKE_BY_CHANCE
        return bool(self.nccl_moved) or (by_gloo and member.where.what in ("collective", "backward"))


def job_of(blocks: Sequence[Block]) -> Job:
    """What all files of one job say together; of two samples the last counts."""
    seen = {b.values.get("pid", ""): b.said for b in blocks if isinstance(b.said, Seen) and "role" not in b.values}
    workers = {
        b.values.get("pid", ""): b.said for b in blocks if isinstance(b.said, Seen) and b.values.get("role") == "worker"
    }
    between = [block.said for block in blocks if isinstance(block.said, Between)]
    numbers = (b.values.get("rank", "") for b in blocks if isinstance(b.said, Seen) and "role" not in b.values)
    tables = [block.said for block in blocks if isinstance(block.said, Table)]
    counted = [one.nccl_moved for one in between if one.nccl_moved is not None]
    local, world = _largest(tables, "local_world_size"), _largest(tables, "world_size")
    return Job(
        seen={**workers, **seen},
        moved={one.pid: one for both in between for one in both.processes},
        ranks=frozenset(int(number[:6]) for number in numbers if number.isdecimal()),
        nccl_moved=any(counted) if counted else None,
        started=local,
        expected=world if local is None and _words(tables, "master_addr") <= set(HERE) else None,
        several_nodes=None if local is None or world is None else world > local,
        several_hosts=len({table.host for table in tables if table.host}) > 1,
        meeting_places=_meeting_places(blocks, tables),
    )


def _meeting_places(blocks: Iterable[Block], tables: Iterable[Table]) -> int:
    """Two processes with one rank are of two jobs, which may meet where they like."""
    pairs = ((b.values.get("rank", ""), b.values.get("pid", "")) for b in blocks if isinstance(b.said, Seen))
    here = {(rank, pid) for rank, pid in pairs if rank.isdecimal()}
    if len({rank for rank, _ in here}) < len(here):
        return 0
    return max(len(_words(tables, name)) for name in ("master_addr", "master_port"))


def _largest(tables: Iterable[Table], name: str) -> float | None:
    found = [fact.value for table in tables for fact in table.facts if fact.name == name]
    return max((float(value) for value in found), default=None)


def _words(tables: Iterable[Table], name: str) -> set[str]:
    return {str(fact.value) for table in tables for fact in table.facts if fact.name == name}
