"""Pasted timeouts -> who waited in which collective, who is behind, and who was never heard of.

"Suspected" is as far as a log can go: a rank that is missing here may only be missing from the paste.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from kb.matching.cleaning import SOFT
from kb.matching.log import rank_of, time_of

TIMEOUT = re.compile(
    r"WorkNCCL\((?:SeqNum=(?P<seq>\d+), )?OpType=(?P<op>\w+), "
    r"(?:NumelIn=(?P<numel_in>\d+), NumelOut=(?P<numel_out>\d+), )?"
    r"Timeout\(ms\)=(?P<timeout>\d+)\) ran for (?P<ran>\d+) milliseconds"
)
STATUS = re.compile(
    r"last enqueued (?:NCCL )?work: (?P<enqueued>-?\d+), last completed (?:NCCL )?work: (?P<completed>-?\d+)"
)
GROUP = re.compile(r"PG (?:ID )?(?P<id>\d+)(?: PG GUID [^\s\]]+)?")
RANK_IN_BRACKETS = re.compile(r"\bRank (?P<rank>\d{1,5})\]")
# Where a log names its world size; looked for as plain text, because a search that ignores case is slow.
WORLD_MARKS = ("world_size", "world size", "World size", "WORLD_SIZE", "nranks ", "Num processes", "num_processes")
WORLD = re.compile(r"['\"]?\s{0,2}[=:]?\s{0,2}(?P<size>\d{1,5})\b")
MOST_MENTIONS = 20
# A job names its size when it starts.
START_UP = 1_000_000
MARKS = ("WorkNCCL(", "last enqueued ")
NUMBERS = ("seq", "numel_in", "numel_out", "enqueued", "completed")
LONGEST_LINE = 2000
MOST_RANKS = 4096


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


def find_hang(texts: Sequence[tuple[str, str]]) -> Hang | None:
    """(file name, clean text) of one job -> what its watchdog timeouts tell together; None where there are none."""
    texts = [(name, text) for name, text in texts if "WorkNCCL(" in text]
    found: dict[tuple[int, str], dict] = {}
    for name, text in texts:
        _read(text, name, found)
    waits = [_wait(*key, known) for key, known in sorted(_joined(found).items()) if "op" in known]
    if not waits:
        return None
    world = max((size for _, text in texts for size in _world_sizes(text)), default=0) or None
    return Hang(tuple(waits), _behind(waits), _suspected(waits, _heard(waits, texts), world), _disagree(waits), world)


def _world_sizes(text: str) -> Iterable[int]:
    start = text[:START_UP]
    for mark in WORLD_MARKS:
        for at in islice(_places(start, mark), MOST_MENTIONS):
            if told := WORLD.match(start, at + len(mark)):
                yield int(told["size"])


def _heard(waits: list[Wait], texts: Sequence[tuple[str, str]]) -> set[int]:
    """Ranks beyond the last that waited, which printed something: [rank8]:, [rank9]: and so on without a gap."""
    rank = max(wait.rank for wait in waits) + 1
    while rank < MOST_RANKS and any(f"[rank{rank}]" in text for _, text in texts):
        rank += 1
    return set(range(rank))


def _places(text: str, mark: str) -> Iterable[int]:
    at = text.find(mark)
    while at >= 0:
        yield at
        at = text.find(mark, at + len(mark))


def _read(text: str, file: str, found: dict[tuple[int, str], dict]) -> None:
    """Adds what each line says of its rank and process group."""
    at, line_number = 0, 1
    for place in heapq.merge(*(_places(text, mark) for mark in MARKS)):
        line_number += text.count("\n", at, place)
        at = place
        line = _around(text, place)
        rank = _rank(line)
        if rank is None:
            continue
        place = {"line": line_number, "time": time_of(line), "file": file}
        known = found.setdefault((rank, _group(line)), place)
        for pattern in (TIMEOUT, STATUS):
            if told := pattern.search(line):
                known.update({key: value for key, value in told.groupdict().items() if value is not None})


def _around(text: str, at: int) -> str:
    """The printed line, at most LONGEST_LINE characters on either side."""
    start = max(text.rfind("\n", max(0, at - LONGEST_LINE), at), text.rfind(SOFT, max(0, at - LONGEST_LINE), at)) + 1
    ends = (text.find(end, at, at + LONGEST_LINE) for end in ("\n", SOFT))
    return text[start : min((end for end in ends if end >= 0), default=at + LONGEST_LINE)]


def _joined(found: dict[tuple[int, str], dict]) -> dict[tuple[int, str], dict]:
    """A line without its process group belongs to the only group of its rank."""
    for rank, group in [key for key in found if key[1] == ""]:
        named = [key for key in found if key[0] == rank and key[1]]
        if len(named) == 1:
            found[named[0]] = found[named[0]] | found.pop((rank, group))
    return found


def _wait(rank: int, group: str, known: dict) -> Wait:
    numbers = {key: int(known[key]) if key in known else None for key in NUMBERS}
    place = {key: known[key] for key in ("op", "line", "time", "file")}
    return Wait(rank=rank, group=group, **place, **numbers)


def _rank(line: str) -> int | None:
    """The launcher's prefix has the global rank; the number in the brackets is the rank inside the process group."""
    text = rank_of(line)
    told = None if text else RANK_IN_BRACKETS.search(line)
    return int(told["rank"] if told else text) if told or text else None


def _group(line: str) -> str:
    told = GROUP.search(line)
    return told["id"] if told else ""


def _behind(waits: list[Wait]) -> tuple[int, ...]:
    """Ranks that had completed less than another rank of the same group."""
    behind = set()
    for group in {wait.group for wait in waits}:
        known = [wait for wait in waits if wait.group == group and wait.completed is not None]
        most = max((wait.completed for wait in known), default=None)
        behind |= {wait.rank for wait in known if wait.completed < most}
    return tuple(sorted(behind))


def _suspected(waits: list[Wait], heard: set[int], world: int | None) -> tuple[int, ...]:
    """Ranks that should exist and reported no timeout."""
    waited = {wait.rank for wait in waits}
    everyone = set(range(world)) if world and world <= MOST_RANKS else heard
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
    shown = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
    return f"Rank{'s' if len(numbers) > 1 else ''} {shown}"
