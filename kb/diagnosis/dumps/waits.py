"""Dumps of one job -> who waits for whom, and the ranks at which that ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.reading.dumps.recorded import Dump, Group, Operation

MOST_JOB = 4096
MOST_WAITED = 100_000
# Whoever else may be in a group of which no dump names the members.
NOBODY = -1


@dataclass(slots=True)
class Job:
    """All ranks' dumps, and who waits for whom: `sure` did not enter, `maybe` entered too or gave no dump."""

    dumps: dict[int, Dump]
    members: dict[str, tuple[int, ...]]
    messages: set[str]
    listed: set[str]
    sure: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    maybe: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def group(self, rank: int, name: str) -> Group | None:
        dump = self.dumps.get(rank)
        return dump.groups.get(name) if dump else None

    def enqueued(self, rank: int, name: str) -> int | None:
        """The last collective that a rank called in a group; None where nothing tells."""
        dump, group = self.dumps.get(rank), self.group(rank, name)
        if dump is None:
            return None
        if dump.blank:
            return 0
        if group is None or group.enqueued is None:
            return None
        if name in self.messages and not group.recent:
            return None
        return group.enqueued

    def completed(self, rank: int, name: str) -> int | None:
        """The last collective that a rank completed in a group."""
        group, last = self.group(rank, name), self.enqueued(rank, name)
        if group is None or last is None:
            return None
        if group.collectives:
            return min(operation.seq for operation in group.collectives) - 1
        return last if name in self.messages or group.completed is None else min(last, group.completed)

    def pending(self, rank: int) -> list[Operation]:
        groups = self.dumps[rank].groups.values() if rank in self.dumps else ()
        return sorted((o for group in groups for o in group.pending), key=lambda operation: operation.order)


def job_of(dumps: dict[int, Dump]) -> Job:
    members: dict[str, set[int]] = defaultdict(set)
    messages: set[str] = set()
    listed: set[str] = set()
    for rank, dump in list(dumps.items())[:MOST_JOB]:
        for group in dump.groups.values():
            members[group.name] |= {*group.ranks, rank}
            messages |= {group.name} if group.has_messages else set()
            listed |= {group.name} if group.ranks else set()
    return Job(dumps, {name: tuple(sorted(own)[:MOST_JOB]) for name, own in members.items()}, messages, listed)


def point(job: Job, found: set[int]) -> None:
    """Fills in who waits for whom; a rank that is found out already waits for nobody."""
    budget = MOST_WAITED
    for rank in job.dumps:
        for operation in () if rank in found else job.pending(rank):
            others = partners(job, rank, operation)
            budget -= len(others)
            if budget < 0:
                return
            for other, entered in others.items():
                (job.sure if entered is False else job.maybe)[rank].add(other)


def partners(job: Job, rank: int, operation: Operation) -> dict[int, bool | None]:
    """Those whom an operation needs -> whether they entered it too; None where nothing tells."""
    members = job.members.get(operation.group, ())
    if not operation.message:
        told = {other: job.enqueued(other, operation.group) for other in members if other != rank}
        open_end = {} if operation.group in job.listed else {NOBODY: None}
        return open_end | {other: None if last is None else last >= operation.seq for other, last in told.items()}
    ordered = next((g.ranks for d in job.dumps.values() if (g := d.groups.get(operation.group)) and g.ranks), members)
    if operation.peer is None or operation.peer >= len(ordered) or ordered[operation.peer] == rank:
        return {other: None for other in members if other != rank}
    other = ordered[operation.peer]
    return {other: _answers(job, rank, other, operation, ordered) if other in job.dumps else None}


def _answers(job: Job, rank: int, other: int, operation: Operation, ordered: Sequence[int]) -> bool:
    """Whether the other end of a message has its own half pending."""
    group = job.group(other, operation.group)
    halves = [half for half in group.pending if half.message] if group else []
    return any(
        half.peer is None or (half.sends != operation.sends and half.peer < len(ordered) and ordered[half.peer] == rank)
        for half in halves
    )


def ends(job: Job) -> list[set[int]]:
    """Sets of ranks that wait for nobody outside of their set (Tarjan's components without a way out)."""
    points = {rank: job.sure[rank] | job.maybe[rank] for rank in job.dumps}
    circles = components(points)
    home = {rank: number for number, own in enumerate(circles) for rank in own}
    closed = [own for n, own in enumerate(circles) if all(home[o] == n for r in own for o in points.get(r, ()))]
    return [own for own in closed if len(own) > 1 or any(own <= others for others in points.values())]


def components(points: Mapping[int, set[int]]) -> list[set[int]]:
    """Strongly connected components, without recursion: a job may have thousands of ranks."""
    order, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in points:
        work = [(root, iter(points[root]))] if root not in order else []
        while work:
            rank, others = work[-1]
            if rank not in order:
                order[rank] = low[rank] = len(order)
                stack.append(rank)
                on_stack.add(rank)
            for other in others:
                if other not in order:
                    work.append((other, iter(points.get(other, ()))))
                    break
                if other in on_stack:
                    low[rank] = min(low[rank], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[rank])
                if low[rank] == order[rank]:
                    own = set()
                    while rank not in own:
                        own.add(stack.pop())
                    on_stack -= own
                    found.append(own)
    return found
