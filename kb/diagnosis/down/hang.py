"""Pasted timeouts -> who waited in which collective, who called another, who is behind, and who was never heard of.

"Cannot tell" is as far as a log can go about a rank that is missing in it: it may only be missing from the paste.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from kb.language import gettext
from kb.reading.text.runs import ranks
from kb.reading.timeouts.waits import NOT_COMPARED, Call, Wait, differing_calls, waits_of
from kb.reading.timeouts.watchdog import Timeouts

MOST_RANKS = 4096
LEAST_HEARD = 2
# Counters of two process groups are rarely so near.
FEW_CALLS = 16


@dataclass(frozen=True, slots=True)
class Hang:
    """What the timeouts of one job tell together; no rank is blamed twice.

    `failed` are ranks that another line of the log convicts, `absent` those that had not called what others waited in,
    `idle` those and any other that waited for nothing, `cut` those whose own line is not whole, `suspected` those that
    should exist and said nothing. `disagreement` is one place where calls differ: the calls with their ranks.
    """

    waits: tuple[Wait, ...]
    failed: tuple[int, ...] = ()
    differing: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    suspected: tuple[int, ...] = ()
    disagreement: tuple[Call, ...] = ()
    world_size: int | None = None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Ranks that waited for others, as far as their own lines say."""
        blamed = {*self.failed, *self.differing, *self.behind, *self.idle}
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
        if self.absent:
            told = gettext("{ranks} had finished every call they made, fewer than the others: look there first.")
            said.append(told.format(ranks=ranks(self.absent)))
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
            told = gettext("The ranks did not call the same collective: {calls}.")
            return f"{told.format(calls=calls)} {self._meaning()}"
        told = gettext("The ranks did not call the same collective as collective {number}: {calls}.")
        return f"{told.format(number=f'{at:,}', calls=calls)} {self._meaning()}"

    def _meaning(self) -> str:
        """What follows from calls that differ; only within one process group do they have to be alike."""
        if self.disagreement[0][0].group:
            return gettext("They took different branches.")
        return gettext("They took different branches, unless these are calls of different process groups.")


def find_hang(
    logs: Sequence[Timeouts], heard: Iterable[int] = (), failed: Collection[int] = (), complete: bool = True
) -> Hang | None:
    """The logs of one job -> what their watchdog timeouts tell together; None where there are none.

    `heard` are ranks that printed something, be it no timeout; `failed` those of which the log proves a failure. Where
    not all timeouts were looked at (not `complete`), nobody is suspected for being silent.
    """
    waits = waits_of(logs)
    idle = _idle(waits)
    if idle >= {wait.rank for wait in waits}:
        return None
    world = max(log.world_size for log in logs) or None
    cut = set().union(*(log.cut for log in logs)) - {wait.rank for wait in waits}
    disagreement = differing_calls(waits)
    differing = _minority(disagreement) - set(failed)
    absent = _absent(waits, idle) - differing - set(failed)
    behind = _behind(waits) - differing - absent - set(failed)
    return Hang(
        waits=tuple(waits),
        failed=tuple(sorted(failed)),
        differing=tuple(sorted(differing)),
        behind=tuple(sorted(behind)),
        absent=tuple(sorted(absent)),
        idle=tuple(sorted(idle)),
        cut=tuple(sorted(cut - set(failed))),
        suspected=tuple(sorted(_missing(waits, set(heard), world) - cut - set(failed))) if complete else (),
        disagreement=disagreement,
        world_size=world,
    )


def _behind(waits: list[Wait]) -> set[int]:
    """Ranks that had completed less than another rank of the same group.

    Lines that name no group may be of several: there, only the few that are a few calls behind all others are.
    """
    known = [(wait, done) for wait in waits if (done := _completed(wait)) is not None]
    most: dict[str, int] = {}
    for wait, done in known:
        most[wait.group] = max(most.get(wait.group, done), done)
    behind = {wait.rank for wait, done in known if done < most[wait.group]}
    unnamed = {wait.rank: most[""] - done for wait, done in known if not wait.group and done < most[""]}
    others = {done for wait, done in known if not wait.group and wait.rank not in unnamed}
    far = max(unnamed.values(), default=0) > FEW_CALLS or 3 * len(unnamed) > len({wait.rank for wait, _ in known})
    return behind - {*unnamed} if far or len(others) > 1 else behind


def _completed(wait: Wait) -> int | None:
    """A watchdog gives up on the first call that is not complete; the line need not say what was before it."""
    if wait.completed is not None or wait.seq is None or wait.op in NOT_COMPARED:
        return wait.completed
    return wait.seq - 1


def _idle(waits: list[Wait]) -> set[int]:
    """Ranks that waited for nothing in any group of which a line tells."""
    return {wait.rank for wait in waits} - {wait.rank for wait in waits if not wait.is_idle}


def _absent(waits: list[Wait], idle: set[int]) -> set[int]:
    """Idle ranks that had called less than another rank of the same group."""
    most: dict[str, int] = {}
    for wait in waits:
        most[wait.group] = max(most.get(wait.group, -1), wait.enqueued or 0, wait.seq or 0)
    return {wait.rank for wait in waits if wait.rank in idle and wait.enqueued < most[wait.group]}


def _missing(waits: list[Wait], heard: set[int], world: int | None) -> set[int]:
    """Ranks that should exist and reported no timeout; of one rank's log alone nobody knows what the others' say.

    Where most are missing, most are missing in the paste.
    """
    waited = {wait.rank for wait in waits}
    if len(waited | heard) < LEAST_HEARD:
        return set()
    everyone = set(range(world)) if world and world <= MOST_RANKS else heard | set(range(max(waited)))
    if any(wait.place not in (None, wait.rank) for wait in waits):
        everyone = _of_the_groups(waits)
    silent = everyone - waited
    return silent if len(silent) < len(waited | heard) + LEAST_HEARD else set()


def _of_the_groups(waits: list[Wait]) -> set[int]:
    """The ranks of subgroups that lie in one row, by each one's place in its group."""
    places: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for wait in waits:
        if wait.place is not None:
            places[wait.group].add((wait.rank, wait.place))
    rows = [own for own in places.values() if len({rank - place for rank, place in own}) == 1]
    firsts = [(min(rank - place for rank, place in own), max(place for _, place in own)) for own in rows]
    return {first + place for first, last in firsts for place in range(min(last, MOST_RANKS) + 1)}


def _minority(disagreement: tuple[Call, ...]) -> set[int]:
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
