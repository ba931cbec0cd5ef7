"""The timeouts of one job's logs -> which rank waited in which collective, and the first place where calls differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kb.language import gettext
from kb.reading.frozen.facts import OfRank
from kb.reading.tables.fact import Fact
from kb.reading.timeouts.watchdog import Key, Timeouts

NUMBERS = ("seq", "numel_in", "numel_out", "enqueued", "completed")
PLACE = ("line", "time", "file")
# Of one job, over all its files.
MOST_WAITS = 16_384
# NCCL prints -1 as an unsigned number where it does not know.
UNKNOWN = 2**63
# Two ends of a message rightly call different things, and what is coalesced says nothing of its parts.
NOT_COMPARED = frozenset({"", "SEND", "RECV", "RECVANYSOURCE", "COALESCED", "UNKNOWN"})
# Sizes may rightly differ: each rank has its own share, or only the root has one.
OWN_SIZES = frozenset({"ALLTOALL", "ALLTOALL_BASE", "GATHER", "SCATTER", "ALLGATHER", "REDUCE_SCATTER", "BARRIER"})


@dataclass(frozen=True, slots=True)
class Wait:
    """One rank in one process group. Sequence numbers and sizes are None where the log does not give them.

    `op` is empty where no line names the collective. `signalled`: another rank told it of the timeout. `place` is its
    rank in the group, where a line tells both.
    """

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
    signalled: bool = False
    place: int | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it had completed all that it had called when another rank gave up: it waited for nothing here."""
        return self.signalled and not self.op and self.enqueued is not None and self.enqueued == self.completed

    @property
    def sizes(self) -> tuple[int, int] | None:
        """What has to be alike on all ranks beside the operation; None where it may differ or is not known."""
        known = self.numel_in is not None and self.numel_out is not None and self.op not in OWN_SIZES
        return (self.numel_in, self.numel_out) if known else None


# One of several calls at one place: a rank's wait, and all ranks that called the same.
Call = tuple[Wait, tuple[int, ...]]


def waits_of(logs: Sequence[Timeouts]) -> list[Wait]:
    """Every wait of one job, by rank and group."""
    found = _joined(_merged(logs))
    return [_wait(*key, known) for key, known in sorted(found.items()) if _tells(known)]


def _tells(known: dict) -> bool:
    """Whether it names a collective, or says at a dump how far the rank had come in the group where it waited."""
    if "op" in known or "dump" not in known:
        return "op" in known
    return _is_signalled(known) or known["enqueued"] != known["completed"]


def _is_signalled(known: dict) -> bool:
    return known.get("dump", "").startswith("rank")


def differing_calls(waits: Sequence[Wait]) -> tuple[Call, ...]:
    """The first place at which operations or sizes differ: each call with its ranks, the most common first.

    Torch 1 gives neither number nor size: there, operations are compared without a place.
    """
    places: dict[tuple[str, int | None], list[Wait]] = defaultdict(list)
    for wait in waits:
        if wait.op not in NOT_COMPARED:
            places[wait.group, wait.seq].append(wait)
    differing = next((calls for own in places.values() if len(calls := _calls(own)) > 1), {})
    ordered = sorted(differing.values(), key=lambda own: (-len(own), own[0].rank))
    return tuple((own[0], tuple(sorted({wait.rank for wait in own}))) for own in ordered)


def facts_of(waits: Sequence[Wait]) -> list[OfRank]:
    """What the waits say as facts: each call of the first place where calls differ, in one group that lines name.

    Without its group, a line may be of another group than its neighbour, where the same number means another call.
    """
    calls = differing_calls(waits)
    if not calls or not calls[0][0].group or calls[0][0].seq is None:
        return []
    what = "operation" if len({wait.op for wait, _ in calls}) > 1 else "size"
    return [_fact(what, wait) for wait, _ in calls]


def _fact(what: str, wait: Wait) -> OfRank:
    sizes = f" ({wait.numel_in})" if what == "size" else ""
    told = gettext("collective {number} of process group {group}: rank {rank} called {call}")
    shown = told.format(number=wait.seq, group=wait.group, rank=wait.rank, call=wait.op + sizes)
    fact = Fact("mismatched_calls", what, wait.line, shown, last=wait.line)
    return OfRank(fact, str(wait.rank), wait.file)


def _calls(waits: Sequence[Wait]) -> dict[tuple, list[Wait]]:
    """Waits of one place by what they called; one that does not know its size is compared by its operation."""
    by_size = all(wait.sizes for wait in waits)
    calls: dict[tuple, list[Wait]] = defaultdict(list)
    for wait in waits:
        calls[(wait.op, wait.sizes if by_size else None)].append(wait)
    return calls


def _merged(logs: Sequence[Timeouts]) -> dict[Key, dict]:
    """What several files say of one rank, together; the first file is its place."""
    found: dict[Key, dict] = {}
    for key, known in islice(_noted(logs), MOST_WAITS):
        found[key] = _together(found.get(key), known)
    return found


def _noted(logs: Sequence[Timeouts]) -> Iterator[tuple[Key, dict]]:
    return ((key, known) for log in logs for key, known in log.waits.items())


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
    place = {key: known[key] for key in PLACE}
    own = {"op": known.get("op", ""), "signalled": _is_signalled(known), "place": known.get("place")}
    return Wait(rank=rank, group=group, **own, **place, **numbers)
