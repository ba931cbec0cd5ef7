"""Pasted timeouts -> who waited in which collective, who called another, who is behind, and who was never heard of.

"Cannot tell" is as far as a log can go about a rank that is missing in it: it may only be missing from the paste.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from kb.language import gettext
from kb.reading.text.runs import ranks
from kb.reading.watchdog import Key, Timeouts

NUMBERS = ("seq", "numel_in", "numel_out", "enqueued", "completed")
PLACE = ("line", "time", "file")
MOST_RANKS = 4096
# Of one job, over all its files.
MOST_WAITS = 16_384
# NCCL prints -1 as an unsigned number where it does not know.
UNKNOWN = 2**63


@dataclass(frozen=True, slots=True)
class Wait:
    """One rank in one process group. Sequence numbers and sizes are None where the log does not give them."""

    rank: int
    group: str
    op: str
    seq: int | None
    numel_in: int | None
    numel_out: int | None
    enqueued: int | None
    completed: int | None
    line: int
    time: str
    file: str = ""

    @property
    def call(self) -> tuple:
        """What has to be alike on all ranks; torch 1 gives neither number nor size, so there the operation counts."""
        return (self.op,) if self.seq is None else (self.op, self.numel_in, self.numel_out)


@dataclass(frozen=True, slots=True)
class Hang:
    """What the timeouts of one job tell together; each rank in at most one of `failed`, `differing`, `behind`.

    `failed` are ranks that another line of the log convicts, `cut` those whose own line is not whole, `suspected` those
    that should exist and said nothing. `disagreement` is one place where calls differ: the calls with their ranks.
    """

    waits: tuple[Wait, ...]
    failed: tuple[int, ...] = ()
    differing: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    suspected: tuple[int, ...] = ()
    disagreement: tuple[tuple[Wait, tuple[int, ...]], ...] = ()
    world_size: int | None = None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Ranks that waited for others, as far as their own lines say."""
        blamed = {*self.failed, *self.differing, *self.behind}
        return tuple(sorted({wait.rank for wait in self.waits} - blamed))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The findings in plain words, the most telling first."""
        said = [self._disagreement()] if self.disagreement else []
        if self.waiting:
            said.append(gettext("{ranks} waited until the timeout.").format(ranks=ranks(self.waiting)))
        if self.behind:
            told = gettext("{ranks} had completed less than the others: look there first.")
            said.append(told.format(ranks=ranks(self.behind)))
        if self.cut:
            told = gettext("{ranks} reported a timeout too, but the line is cut off.")
            said.append(told.format(ranks=ranks(self.cut)))
        if self.suspected:
            told = gettext(
                "{ranks} reported no timeout. Suspected, not proven: the lines may only be missing from this paste."
            )
            said.append(told.format(ranks=ranks(self.suspected)))
        return tuple(said)

    def _disagreement(self) -> str:
        called = gettext("{ranks} called {call}")
        calls = "; ".join(called.format(ranks=ranks(own), call=_call(wait)) for wait, own in self.disagreement)
        at = self.disagreement[0][0].seq
        if at is None:
            told = gettext("The ranks did not call the same collective: {calls}. They took different branches.")
            return told.format(calls=calls)
        told = gettext(
            "The ranks did not call the same collective as collective {number}: {calls}. They took different branches."
        )
        return told.format(number=f"{at:,}", calls=calls)


def find_hang(
    logs: Sequence[Timeouts], heard: Iterable[int] = (), failed: Collection[int] = (), complete: bool = True
) -> Hang | None:
    """The logs of one job -> what their watchdog timeouts tell together; None where there are none.

    `heard` are ranks that printed something, be it no timeout; `failed` those of which the log proves a failure. Where
    not all timeouts were looked at (not `complete`), nobody is suspected for being silent.
    """
    found = _joined(_merged(logs))
    waits = [_wait(*key, known) for key, known in sorted(found.items()) if "op" in known]
    if not waits:
        return None
    world = max(log.world_size for log in logs) or None
    cut = set().union(*(log.cut for log in logs)) - {wait.rank for wait in waits}
    disagreement = _disagreement(waits)
    differing = _minority(disagreement) - set(failed)
    behind = _behind(waits) - differing - set(failed)
    return Hang(
        waits=tuple(waits),
        failed=tuple(sorted(failed)),
        differing=tuple(sorted(differing)),
        behind=tuple(sorted(behind)),
        cut=tuple(sorted(cut - set(failed))),
        suspected=tuple(sorted(_missing(waits, set(heard), world) - cut - set(failed))) if complete else (),
        disagreement=disagreement,
        world_size=world,
    )


def _merged(logs: Sequence[Timeouts]) -> dict[Key, dict]:
    """What several files say of one rank, together; the first file is its place."""
    found: dict[Key, dict] = {}
    for key, known in islice(((key, known) for log in logs for key, known in log.waits.items()), MOST_WAITS):
        found[key] = _together(found.get(key), known)
    return found


def _together(first: dict | None, more: dict) -> dict:
    """What two lines say of one rank; the first is its place."""
    return more if first is None else first | more | {name: first[name] for name in PLACE}


def _joined(found: dict[Key, dict]) -> dict[Key, dict]:
    """A line without its process group belongs to the only group of its rank, or to the only one of the job."""
    named: dict[int, set[str]] = defaultdict(set)
    for rank, group in found:
        if group:
            named[rank].add(group)
    groups = set().union(*named.values()) if named else set()
    joined: dict[Key, dict] = {}
    for (rank, group), known in found.items():
        own = named.get(rank) or groups
        key = (rank, group or (next(iter(own)) if len(own) == 1 else ""))
        joined[key] = _together(joined.get(key), known)
    return joined


def _wait(rank: int, group: str, known: dict) -> Wait:
    numbers = {key: int(known[key]) if key in known else None for key in NUMBERS}
    numbers = {key: None if value is not None and value >= UNKNOWN else value for key, value in numbers.items()}
    place = {key: known[key] for key in ("op", "line", "time", "file")}
    return Wait(rank=rank, group=group, **place, **numbers)


def _behind(waits: list[Wait]) -> set[int]:
    """Ranks that had completed less than another rank of the same group."""
    known = [wait for wait in waits if wait.completed is not None]
    most: dict[str, int] = {}
    for wait in known:
        most[wait.group] = max(most.get(wait.group, wait.completed), wait.completed)
    return {wait.rank for wait in known if wait.completed < most[wait.group]}


def _missing(waits: list[Wait], heard: set[int], world: int | None) -> set[int]:
    """Ranks that should exist and reported no timeout."""
    waited = {wait.rank for wait in waits}
    everyone = set(range(world)) if world and world <= MOST_RANKS else heard | set(range(max(waited)))
    return everyone - waited


def _disagreement(waits: list[Wait]) -> tuple[tuple[Wait, tuple[int, ...]], ...]:
    """The first place at which operations or sizes differ: each call with its ranks, the most common first."""
    places: dict[tuple[str, int | None], dict[tuple, list[Wait]]] = defaultdict(lambda: defaultdict(list))
    for wait in waits:
        places[wait.group, wait.seq][wait.call].append(wait)
    differing = [calls for calls in places.values() if len(calls) > 1]
    if not differing:
        return ()
    calls = sorted(differing[0].values(), key=lambda own: (-len(own), own[0].rank))
    return tuple((own[0], tuple(sorted({wait.rank for wait in own}))) for own in calls)


def _minority(disagreement: tuple[tuple[Wait, tuple[int, ...]], ...]) -> set[int]:
    """Ranks that called what few others did; where no call is the most common, all of them."""
    if not disagreement:
        return set()
    sizes = Counter(len(own) for _, own in disagreement)
    common = disagreement[0][1] if sizes[len(disagreement[0][1])] == 1 else ()
    return {rank for _, own in disagreement for rank in own if rank not in common}


def _call(wait: Wait) -> str:
    if wait.numel_in is None:
        return wait.op
    return gettext("{call} of {number} elements").format(call=wait.op, number=f"{wait.numel_in:,}")
