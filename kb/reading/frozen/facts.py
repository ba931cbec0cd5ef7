"""What a frozen job shows -> facts, in the vocabulary of tables: where ranks stand, who is behind and does what."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.reading.blocks import Block
from kb.reading.frozen.branches import Around
from kb.reading.frozen.job import Job, job_of
from kb.reading.frozen.parted import Place, parted
from kb.reading.stacks.job import WAITING, Group, Stood, groups_in
from kb.reading.tables.fact import Fact

# A fact's value is one word.
LONGEST_WORD = 80
OF_RANKS = ("standing_in", "standing_at", "standing_does")
OF_WORKERS = ("worker_standing_in", "worker_standing_at", "worker_standing_does")
# What a watchdog, or somebody who wants to see the stack, ends a process by.
ABORTED = re.compile(r"abort|ABRT|SIGTERM|SIGQUIT", re.IGNORECASE)
# Whoever uses more of a processor than this computes.
COMPUTES = 0.5
# So many places of a program are compared with each other.
MOST_PLACES = 8


@dataclass(frozen=True, slots=True)
class OfRank:
    """A fact that a stack shows, and whose stack that is; `rank` is empty where nothing names it."""

    fact: Fact
    rank: str
    file: str


def facts_in(blocks: Sequence[Block]) -> list[OfRank]:
    """What all files of one job say together."""
    groups = [group for group in groups_in(blocks)[0] if not (group.crashed or _only_ended(group))]
    if not groups:
        return []
    job = job_of(blocks)
    told = (_places(groups, job), _together(groups, job), _behind(groups), _missing(groups, job), _groups(groups, job))
    return [fact for some in (*told, _parted(groups, blocks)) for fact in some]


def _only_ended(group: Group) -> bool:
    """Whoever was aborted while it waited for others still shows for whom; a crash, or an end elsewhere, does not."""
    waited = group.where.what in WAITING and ABORTED.search(group.ended) is not None
    return bool(group.ended) and not waited


def _places(groups: Iterable[Group], job: Job) -> Iterator[OfRank]:
    """Of every process, what it waits in and in which function; what it does where it waits for no other rank."""
    for group in groups:
        what, at, what_for = OF_WORKERS if group.where.worker else OF_RANKS
        for member in group.members:
            yield _fact(what, group.where.what, member)
            yield _fact(at, group.where.function, member)
            if (does := what_it_does(member, job)) and group.where.what not in WAITING:
                yield _fact(what_for, does, member)


def what_it_does(member: Stood, job: Job) -> str:
    """One word for what a process is busy with; the kernel knows what no stack can show.

    With NCCL, code of the user's own may stand in a call that waits for the GPU (`loss.item()`), which no Python stack
    shows: then neither the names of its functions nor how busy it is say what it does.
    """
    seen, moved = job.seen.get(member.process), job.moved.get(member.process)
    if seen and seen.stopped:
        return "is-stopped"
    if seen and seen.kernel == "terminal":
        return "asks"
    if member.where.does and not member.where.worker:  # a worker reads data, whatever it waits for in it
        return member.where.does
    without_gpu = job.backend != "nccl"
    if member.where.called and not member.where.worker and without_gpu:
        return member.where.called
    if member.where.what == "exit":
        return "exits"
    if member.where.what == "lock" or (seen and seen.kernel == "lock" and (without_gpu or member.where.worker)):
        return "waits-for-lock"
    if seen and seen.kernel == "sleep":
        return "sleeps"
    return "computes" if moved and moved.busy >= COMPUTES and without_gpu else ""


def _mains(groups: Iterable[Group]) -> list[Group]:
    return [group for group in groups if not group.where.worker]


def _together(groups: Sequence[Group], job: Job) -> Iterator[OfRank]:
    """Whether the ranks stand apart, and whether any moved; of one rank alone the first is not known."""
    mains = _mains(groups)
    if sum(len(group.members) for group in mains) > 1:
        yield _fact("ranks_apart", "yes" if len(mains) > 1 else "no", mains[-1].members[0])
    moved = [job.has_moved(member) for group in mains for member in group.members]
    if mains and None not in moved:
        yield _fact("ranks_moved", "yes" if any(moved) else "no", mains[0].members[0])


def _behind(groups: Sequence[Group]) -> Iterator[OfRank]:
    """How many ranks wait for no other while others wait; where all wait, whether in different collectives."""
    mains = _mains(groups)
    waiting = [group for group in mains if group.where.what in WAITING]
    behind = [member for group in mains if group not in waiting for member in group.members]
    if not waiting or sum(len(group.members) for group in mains) < 2:
        return
    shown = behind[0] if behind else waiting[0].members[0]
    yield _fact("ranks_behind", float(len(behind)), shown)
    if not behind and all(group.where.what == "collective" for group in waiting):
        differ = len({group.where.function for group in waiting}) > 1
        yield _fact("collectives_differ", "yes" if differ else "no", waiting[-1].members[0])


def _missing(groups: Sequence[Group], job: Job) -> Iterator[OfRank]:
    """How many of the ranks that should be on this machine have no process: they ended, or were never started."""
    here = {m.rank for group in groups for m in group.members if m.rank is not None} | job.ranks
    shown = groups[0].members[0]
    if not here or job.several_hosts:
        return
    if job.started is not None:
        yield _fact("ranks_missing", max(job.started - len(here), 0.0), shown)
    elif job.expected is not None:
        yield _fact("ranks_never_seen", max(job.expected - len(here), 0.0), shown)


def _groups(groups: Sequence[Group], job: Job) -> Iterator[OfRank]:
    """How the ranks talk to each other, and in how many groups."""
    shown = groups[0].members[0]
    if job.backend:
        yield _fact("group_backend", job.backend, shown)
        yield _fact("process_groups", float(job.process_groups), shown)
    if job.meeting_places:
        yield _fact("meeting_places", float(job.meeting_places), shown)
    if job.several_nodes is not None:
        yield _fact("several_nodes", "yes" if job.several_nodes else "no", shown)


def _parted(groups: Sequence[Group], blocks: Iterable[Block]) -> Iterator[OfRank]:
    """Which branch or loop of the program parts ranks that stand apart, where the file says what is around them."""
    frames: dict[str, list[tuple[int, Around]]] = defaultdict(list)
    for block in blocks:
        if isinstance(block.said, Around):
            frames[block.values.get("pid", "")].append((block.line, block.said))
    firsts = [group.members[0] for group in _mains(groups) if group.members[0].process in frames]
    places = [Place(m.where.function, tuple(frame for _, frame in frames[m.process])) for m in firsts]
    for told in parted(places[:MOST_PLACES]):
        member = firsts[told.number]
        line = next(line for line, frame in frames[member.process] if frame is told.frame)
        shown = f"{told.header} around {told.frame.function} ({told.frame.file}:{told.frame.line})"
        rank = "" if member.rank is None else str(member.rank)
        yield OfRank(Fact(told.what, told.word, line, shown, member.name, line), rank, member.file)


def _fact(name: str, value: str | float, member: Stood) -> OfRank:
    word = "-".join(value.split())[:LONGEST_WORD] if isinstance(value, str) else value
    frame = member.where.own or member.where.frame
    shown = f"{member.where.function} in {frame.function} ({frame.file}:{frame.line})"
    rank = "" if member.rank is None else str(member.rank)
    return OfRank(Fact(name, word, member.line, shown, member.name, member.line), rank, member.file)
