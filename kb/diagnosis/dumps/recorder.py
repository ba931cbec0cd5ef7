"""Flight-recorder dumps of one job -> who is behind in which group, who is only waiting, and what cannot be told.

Each rank points at those that its pending operations wait for; a rank at which waiting ends is the cause, one on the
way there is a victim. A rank without a dump may be such an end: then the answer is "cannot tell".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.diagnosis.dumps.waits import MOST_JOB, NOBODY, Job, components, ends, job_of, partners, point
from kb.language import gettext, marked, marked_words, ngettext
from kb.reading.dumps.flight_recorder import whose
from kb.reading.dumps.recorded import Dump, Operation
from kb.reading.text.runs import numbers_in_short, ranks

# What a rank may be doing, besides what SAID tells.
STATES = marked_words(
    "waits", "nothing pending", "did not join", "stuck inside", "collectives differ", "arguments differ"
)
# A root may be done while others still wait, so that one's end says nothing about another.
ROOTED = {"broadcast", "reduce", "scatter", "gather", "_broadcast_oop", "_reduce_oop"}
SAID = {
    "did not join": marked(
        "{ranks} did not join a collective that others wait in, with nothing pending: outside of the library."
    ),
    "stuck inside": marked(
        "{ranks} did not complete what other ranks of the same group have completed: a GPU or process that stands "
        "still inside."
    ),
    "collectives differ": marked("{ranks} called another collective than the others."),
    "arguments differ": marked("{ranks} called the collective with other sizes or types than the others."),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """One rank: in which way it stands, and what it waits for first (None: nothing is pending)."""

    rank: int
    way: str
    waits_for: tuple[int, ...] = ()
    operation: Operation | None = None
    enqueued: int | None = None
    completed: int | None = None
    members: tuple[int, ...] = ()
    description: str = ""
    file: str = ""
    line: int = 0

    @property
    def cells(self) -> tuple[str, ...]:
        """A row for people: rank, state, group, operation, sequence number, waits for, frame."""
        if self.operation is None:
            return (str(self.rank), gettext(self.way), "", "", "", "", "")
        one = self.operation
        waits = numbers_in_short(self.waits_for)
        return (str(self.rank), gettext(self.way), one.group, one.name, f"{one.seq:,}", waits, one.frame)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the dumps of one job tell together. `ways` has the ranks at which waiting ends; `missing` gave no dump.

    `unknown` are those of `missing` that others may wait for; `nameless` where it may be ranks of which no dump knows.
    `circle` wait for each other in different groups; `joined` is the smallest set of ranks that stand in
    collectives which all of them entered and none completed, where nothing else explains it.
    """

    standings: tuple[Standing, ...]
    ways: Mapping[int, str]
    missing: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    nameless: bool = False
    joined: tuple[int, ...] = ()
    circle: tuple[int, ...] = ()
    calls: tuple[tuple[Operation, tuple[int, ...]], ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The findings in plain words, the most telling first."""
        said = [gettext(SAID[way]).format(ranks=ranks(own)) for way, own in self.by_way().items()]
        said += [self._calls()] if self.calls else []
        if self.circle:
            told = gettext("{ranks} wait for each other, each in another group: their order differs.")
            said.append(told.format(ranks=ranks(self.circle)))
        if self.joined:
            told = gettext("{ranks} all entered the same collectives and none completed: no rank stands out.")
            said.append(told.format(ranks=ranks(self.joined)))
        if self.unknown and not self.ways:
            told = gettext("Cannot tell: others may wait for {ranks}, whose dumps are not here.")
            said.append(told.format(ranks=ranks(self.unknown).lower()))
        elif self.nameless and not self.ways:
            said.append(self._nameless())
        if self.waiting:
            said.append(self._waiting())
        return tuple(said)

    def _nameless(self) -> str:
        if not self.missing:
            return gettext("Cannot tell: these dumps do not name their groups' members, and some may be missing.")
        told = gettext("Cannot tell: these dumps do not name their groups' members: no dump of {ranks} is here.")
        return told.format(ranks=ranks(self.missing).lower())

    def _waiting(self) -> str:
        number = len(self.waiting)
        if self.ways or self.circle or self.apart:
            told = ngettext("{ranks} waits and is not the cause.", "{ranks} wait and are not the cause.", number)
        else:
            told = ngettext("{ranks} waits.", "{ranks} wait.", number)
        return told.format(ranks=ranks(self.waiting))

    @property
    def apart(self) -> tuple[int, ...]:
        """Ranks whose calls differ, where no call is the most common: one of them is right."""
        told = {rank for _, own in self.calls for rank in own}
        return () if told & set(self.ways) else tuple(sorted(told))

    def by_way(self) -> dict[str, tuple[int, ...]]:
        """Way -> the ranks that stand in it."""
        told: dict[str, list[int]] = defaultdict(list)
        for rank, way in self.ways.items():
            told[way].append(rank)
        return {way: tuple(own) for way, own in told.items()}

    def _calls(self) -> str:
        called, first = gettext("{ranks} called {call}"), self.calls[0][0]
        calls = "; ".join(called.format(ranks=ranks(own), call=_call(operation)) for operation, own in self.calls)
        told = gettext("Collective {number} of group {group} is not the same everywhere: {calls}.")
        return told.format(number=f"{first.seq:,}", group=first.group, calls=calls)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Ranks with something pending that do not stand out themselves."""
        own = {*self.ways, *self.circle, *self.joined, *self.apart}
        return tuple(s.rank for s in self.standings if s.operation and s.rank not in own)


def find_recorded(found: Sequence[Dump]) -> Recorded | None:
    """The dumps of one job -> what they tell together; None where there are none whose rank is known."""
    job = job_of(whose(list(found)))
    if not job.dumps:
        return None
    calls = _differing(job)
    few = _minority(calls)
    ways = {rank: _way_of(calls) for rank in few}
    ways |= {rank: "stuck inside" for rank in _behind(job) if rank not in ways}
    apart = {rank for _, own in calls for rank in own} if not few else set()
    point(job, set(ways) | apart)
    closed = ends(job)
    awaited = set().union(*job.sure.values()) - set(ways) - apart
    for rank in sorted(min(end) for end in closed if len(end) == 1):
        if rank in job.dumps and rank in awaited and _finished(job, rank):
            ways[rank] = "did not join"
    circle = {rank for own in components({r: job.sure[r] for r in job.dumps}) if len(own) > 1 for rank in own}
    joined = min((sorted(end) for end in closed if len(end) > 1 and not end & circle), key=len, default=[])
    everyone = {*range(min(max(job.dumps), MOST_JOB)), *job.dumps}.union(*job.members.values())
    missing = everyone - set(job.dumps)
    return Recorded(
        standings=tuple(_standing(job, rank, ways) for rank in job.dumps),
        ways=dict(sorted(ways.items())),
        missing=tuple(sorted(missing)),
        unknown=tuple(sorted({rank for end in closed for rank in end} & missing)),
        nameless=any(NOBODY in end for end in closed),
        joined=tuple(joined) if not ways and not apart else (),
        circle=tuple(sorted(circle)) if not ways and not apart else (),
        calls=calls,
    )


def _behind(job: Job) -> set[int]:
    """Ranks that still show as pending what another rank of the group has completed: all must have entered for that."""
    most: dict[str, int] = {}
    for rank, dump in job.dumps.items():
        for name in dump.groups:
            most[name] = max(most.get(name, -1), job.completed(rank, name) or 0)
    return {
        rank
        for rank, dump in job.dumps.items()
        for group in dump.groups.values()
        for operation in group.collectives
        if operation.seq <= most[group.name] and _needs_all(operation)
    }


def _needs_all(operation: Operation) -> bool:
    """Whether nobody can complete it before all have entered; gloo also retires what has failed."""
    return operation.library != "gloo" and operation.name not in ROOTED and "coalesced" not in operation.name


def _finished(job: Job, rank: int) -> bool:
    """Whether a rank with nothing pending left its last operation well: gloo retires one that broke off, too.

    Where the group's members are unknown, another one with a dump has to speak for it.
    """
    operations = [group.recent[-1] for group in job.dumps[rank].groups.values() if group.recent]
    last = max(operations, key=lambda operation: operation.order, default=None)
    if last is None or last.library != "gloo":
        return True
    return last.group in job.listed or len(job.members[last.group]) > 1


def _differing(job: Job) -> tuple[tuple[Operation, tuple[int, ...]], ...]:
    """The first pending place at which calls differ: each call with its ranks, the most common first."""
    waited = {(o.group, o.seq) for rank in job.dumps for o in job.pending(rank) if not o.message}
    places: dict[tuple[str, int], dict[tuple, list[tuple[int, Operation]]]] = defaultdict(lambda: defaultdict(list))
    for rank, dump in job.dumps.items():
        for group in dump.groups.values():
            for operation in group.recent:
                if not operation.message and (place := (operation.group, operation.seq)) in waited:
                    places[place][operation.call].append((rank, operation))
    several = {p: calls for p, calls in places.items() if len(calls) > 1 and _one_each(calls)}
    if not several:
        return ()
    calls = several[min(several, key=lambda place: place[1])]
    told = [(own[0][1], tuple(sorted({rank for rank, _ in own}))) for own in calls.values()]
    return tuple(sorted(told, key=lambda call: (-len(call[1]), call[1])))


def _one_each(calls: Mapping[tuple, list[tuple[int, Operation]]]) -> bool:
    """Whether each rank made one call there: coalesced ones share a number."""
    return max(Counter(rank for own in calls.values() for rank, _ in own).values()) == 1


def _minority(calls: tuple[tuple[Operation, tuple[int, ...]], ...]) -> set[int]:
    """Ranks that called what few others did; none where no call is the most common."""
    if not calls or len(calls[0][1]) == len(calls[1][1]):
        return set()
    return {rank for _, own in calls[1:] for rank in own}


def _way_of(calls: Iterable[tuple[Operation, tuple[int, ...]]]) -> str:
    return "collectives differ" if len({operation.name for operation, _ in calls}) > 1 else "arguments differ"


def _standing(job: Job, rank: int, ways: Mapping[int, str]) -> Standing:
    pending = job.pending(rank)
    needs = [(o, [other for other, entered in partners(job, rank, o).items() if entered is False]) for o in pending]
    first = next((need for need in needs if need[1]), needs[0] if needs else (None, []))
    operation = first[0]
    way = ways.get(rank) or ("waits" if pending else "nothing pending")
    place = {"file": job.dumps[rank].file, "line": job.dumps[rank].line}
    if operation is None:
        return Standing(rank, way, **place)
    group = job.group(rank, operation.group)
    told = {"enqueued": job.enqueued(rank, operation.group), "completed": job.completed(rank, operation.group)}
    more = {"members": group.ranks, "description": group.description}
    return Standing(rank, way, tuple(first[1]), operation, **told, **more, **place)


def _call(operation: Operation) -> str:
    call = operation.name
    if operation.elements is not None:
        call = gettext("{call} of {number} elements").format(call=call, number=f"{operation.elements:,}")
    return gettext("{call} in {dtype}").format(call=call, dtype=operation.dtype) if operation.dtype else call
