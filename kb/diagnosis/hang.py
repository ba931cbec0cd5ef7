"""Pasted timeouts -> who waited in which collective, who is behind, and who was never heard of.

"Suspected" is as far as a log can go: a rank that is missing here may only be missing from the paste.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from kb.reading.watchdog import Key, Timeouts

NUMBERS = ("seq", "numel_in", "numel_out", "enqueued", "completed")
PLACE = ("line", "time", "file")
MOST_RANKS = 4096
# Of one job, over all its files.
MOST_WAITS = 16_384
MOST_RUNS = 24


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


@dataclass(frozen=True, slots=True)
class Hang:
    """What the timeouts of one job tell together."""

    waits: tuple[Wait, ...]
    behind: tuple[int, ...]
    suspected: tuple[int, ...]
    disagree: bool
    world_size: int | None

    @property
    def sentences(self) -> tuple[str, ...]:
        """The findings in plain words, the most telling first."""
        said = [f"{_ranks(sorted({wait.rank for wait in self.waits}))} waited until the timeout."]
        if self.disagree:
            said.insert(0, "The ranks did not call the same collective: operation or size differs at one place.")
        if self.behind:
            said.append(f"{_ranks(self.behind)} had completed less than the others: look there first.")
        if self.suspected:
            said.append(
                f"{_ranks(self.suspected)} reported no timeout. Suspected, not proven: "
                "its lines may only be missing from this paste."
            )
        return tuple(said)


def find_hang(logs: Sequence[Timeouts], heard: Iterable[int] = ()) -> Hang | None:
    """The logs of one job -> what their watchdog timeouts tell together; None where there are none.

    `heard` are ranks that printed something, be it no timeout.
    """
    found = _joined(_merged(logs))
    waits = [_wait(*key, known) for key, known in sorted(found.items()) if "op" in known]
    if not waits:
        return None
    world = max(log.world_size for log in logs) or None
    return Hang(tuple(waits), _behind(waits), _suspected(waits, set(heard), world), _disagree(waits), world)


def _merged(logs: Sequence[Timeouts]) -> dict[Key, dict]:
    """What several files say of one rank, together; the first file is its place."""
    found: dict[Key, dict] = {}
    for key, known in islice(((key, known) for log in logs for key, known in log.waits.items()), MOST_WAITS):
        first = found.get(key)
        found[key] = known if first is None else first | known | {name: first[name] for name in PLACE}
    return found


def _joined(found: dict[Key, dict]) -> dict[Key, dict]:
    """A line without its process group belongs to the only group of its rank."""
    named: dict[int, list[Key]] = defaultdict(list)
    for rank, group in found:
        if group:
            named[rank].append((rank, group))
    for rank, keys in named.items():
        if len(keys) == 1 and (rank, "") in found:
            found[keys[0]] = found[keys[0]] | found.pop((rank, ""))
    return found


def _wait(rank: int, group: str, known: dict) -> Wait:
    numbers = {key: int(known[key]) if key in known else None for key in NUMBERS}
    place = {key: known[key] for key in ("op", "line", "time", "file")}
    return Wait(rank=rank, group=group, **place, **numbers)


def _behind(waits: list[Wait]) -> tuple[int, ...]:
    """Ranks that had completed less than another rank of the same group."""
    known = [wait for wait in waits if wait.completed is not None]
    most: dict[str, int] = {}
    for wait in known:
        most[wait.group] = max(most.get(wait.group, wait.completed), wait.completed)
    return tuple(sorted({wait.rank for wait in known if wait.completed < most[wait.group]}))


def _suspected(waits: list[Wait], heard: set[int], world: int | None) -> tuple[int, ...]:
    """Ranks that should exist and reported no timeout."""
    waited = {wait.rank for wait in waits}
    everyone = set(range(world)) if world and world <= MOST_RANKS else heard | set(range(max(waited)))
    return tuple(sorted(everyone - waited))


def _disagree(waits: list[Wait]) -> bool:
    """Other operations or sizes at one sequence number; torch 1 gives neither number nor size: operations count."""
    calls: dict[tuple[str, int | None], set] = {}
    for wait in waits:
        call = (wait.op,) if wait.seq is None else (wait.op, wait.numel_in, wait.numel_out)
        calls.setdefault((wait.group, wait.seq), set()).add(call)
    return any(len(different) > 1 for different in calls.values())


def _ranks(numbers: list[int] | tuple[int, ...]) -> str:
    """[0, 1, 2, 5] -> 'Ranks 0-2, 5'."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    shown = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs[:MOST_RUNS])
    shown += f" and {len(runs) - MOST_RUNS} more runs" if len(runs) > MOST_RUNS else ""
    return f"Rank{'s' if len(numbers) > 1 else ''} {shown}"
