"""One rank's flight-recorder dump, parsed -> what it had enqueued and completed in each process group.

Fields as in torch/csrc/distributed/c10d/FlightRecorder.hpp, versions 2.0 to 2.10 of its format. Nothing in a dump is
believed to have the type that it should.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import prod

# A dump that somebody made up could name any number of each.
MOST_GROUPS, MOST_RANKS = 1024, 65_536
# What is kept of a rank in one group: the latest calls, to compare them with other ranks', and what is pending.
RECENT_CALLS, MOST_PENDING = 64, 256
LONGEST_WORD = 200
PEERS = re.compile(r"(?P<call>send|recv) (?P<own>\d{1,6})(?:->|<-)(?P<other>\d{1,6})")
NUMBERS = re.compile(r"\d{1,6}")
LIBRARIES = ("/torch/", "/site-packages/", "/dist-packages/", "/lib/python3")


@dataclass(frozen=True, slots=True)
class Operation:
    """One collective or message. `seq` counts within its group (collectives and messages apart), `order` in the rank.

    `elements` are those of the first input, None where sizes may rightly differ. `peer` is a message's other end, as
    a rank inside the group. `frame` is the innermost frame outside of libraries, as `file:line function`.
    """

    group: str
    seq: int
    name: str
    state: str
    order: int
    elements: int | None
    sizes: str
    dtype: str
    frame: str = ""
    library: str = ""
    message: bool = False
    sends: bool = False
    peer: int | None = None

    @property
    def pending(self) -> bool:
        return self.state != "completed"

    @property
    def call(self) -> tuple:
        """What has to be alike on all ranks of the group."""
        return (self.name, self.elements, self.dtype)


@dataclass(slots=True)
class Group:
    """One rank in one process group. `enqueued` and `completed` count collectives; None where the dump does not say."""

    name: str
    description: str = ""
    ranks: tuple[int, ...] = ()
    enqueued: int | None = None
    started: int | None = None
    completed: int | None = None
    has_messages: bool = False
    recent: deque[Operation] = field(default_factory=lambda: deque(maxlen=RECENT_CALLS))
    pending: list[Operation] = field(default_factory=list)

    @property
    def collectives(self) -> list[Operation]:
        """Pending ones, in their order."""
        return [operation for operation in self.pending if not operation.message]


@dataclass(slots=True)
class Dump:
    """What one rank's recorder held; `rank` is None where nothing tells whose it is.

    `entries` is how many operations it had; `status_known` whether torch's own counters are there; `line` and `file`
    where it stands.
    """

    version: str
    rank: int | None = None
    entries: int = 0
    status_known: bool = False
    file: str = ""
    line: int = 0
    groups: dict[str, Group] = field(default_factory=dict)

    @property
    def blank(self) -> bool:
        """The recorder worked and had nothing at all: no counter, no operation."""
        return not self.entries and not self.status_known


def is_dump(document: object) -> bool:
    """Whether this is one rank's dump; its entries are missing where torch wrote JSON and had none."""
    if not isinstance(document, dict):
        return False
    entries = document.get("entries")
    if isinstance(entries, list) and entries:
        return isinstance(entries[0], dict) and {"record_id", "profiling_name"} <= entries[0].keys()
    return "version" in document and any(isinstance(document.get(k), dict) for k in ("pg_status", "pg_config"))


def one_dump(document: dict, rank: int | None) -> Dump:
    entries = [entry for entry in _list(document.get("entries")) if isinstance(entry, dict)]
    dump = Dump(_word(document.get("version")), rank, len(entries))
    _note_groups(dump, _dict(document.get("pg_config")))
    settled = _settled(entries)
    local = {}
    for entry in entries:
        group = _note_entry(dump, entry, settled)
        local[number(entry.get("pg_id"))] = group.name
    _note_status(dump, _dict(document.get("pg_status")), local)
    return dump


def _note_groups(dump: Dump, config: Mapping) -> None:
    for name, told in islice(config.items(), MOST_GROUPS):
        told = _dict(told)
        if not name:  # gloo's
            continue
        ranks = islice(NUMBERS.finditer(str(told.get("ranks", ""))), MOST_RANKS)
        members = tuple(int(found[0]) for found in ranks)
        dump.groups[_word(name)] = Group(_word(name), _word(told.get("desc")), members)


def _settled(entries: list[dict]) -> dict[tuple, str]:
    """The states of coalesced launches: the single operations in one are recorded without a state of their own."""
    return {_launch(e): _word(e.get("state")) for e in entries if "coalesced" in _word(e.get("profiling_name"))}


def _launch(entry: dict) -> tuple:
    return tuple(number(entry.get(key)) for key in ("pg_id", "collective_seq_id", "p2p_seq_id"))


def _note_entry(dump: Dump, entry: dict, settled: Mapping[tuple, str]) -> Group:
    told = _list(entry.get("process_group")) or [entry.get("pg_id")]
    name = _word(told[0])
    if name not in dump.groups and len(dump.groups) < MOST_GROUPS:
        dump.groups[name] = Group(name, _word(told[1]) if len(told) > 1 else "")
    group = dump.groups.get(name) or Group(name)
    operation = _operation(entry, name, settled.get(_launch(entry)))
    collective = number(entry.get("collective_seq_id")) or 0
    group.enqueued = max(group.enqueued or 0, collective)
    group.has_messages |= bool(number(entry.get("p2p_seq_id"))) or operation.message
    group.recent.append(operation)
    if operation.pending and len(group.pending) < MOST_PENDING:
        group.pending.append(operation)
    return group


def _operation(entry: dict, group: str, settled: str | None) -> Operation:
    library, _, name = _word(entry.get("profiling_name")).rpartition(":")
    peers = PEERS.search(name)
    message = bool(entry.get("is_p2p")) or peers is not None
    inputs = _list(entry.get("input_sizes"))
    return Operation(
        group=group,
        seq=number(entry.get("p2p_seq_id" if message else "collective_seq_id")) or 0,
        name=peers["call"] if peers else name,
        # gloo notes no state, only that an operation is retired.
        state="completed" if library == "gloo" and entry.get("retired") else settled or _word(entry.get("state")),
        order=number(entry.get("record_id")) or 0,
        elements=None if message or _uneven(name) else _elements(inputs),
        sizes=_word(json.dumps(inputs)),
        dtype=_word(next(iter(_list(entry.get("input_dtypes"))), "")),
        frame=_frame(_list(entry.get("frames"))),
        library=library,
        message=message,
        sends=bool(peers) and peers["call"] == "send",
        peer=int(peers["other"]) if peers else None,
    )


def _uneven(name: str) -> bool:
    """Collectives whose sizes may rightly differ between ranks."""
    return any(word in name for word in ("all_to_all", "alltoall", "gatherv", "scatter", "coalesced")) and (
        "reduce_scatter" not in name
    )


def _elements(sizes: list) -> int | None:
    first = sizes[0] if sizes else None
    if not isinstance(first, list) or len(first) > 32 or not all(isinstance(n, int) for n in first):
        return None
    return prod(first)


def _frame(frames: list) -> str:
    """The innermost frame of the program itself; of only library frames, the innermost."""
    told = [frame for frame in frames[:128] if isinstance(frame, dict) and _word(frame.get("filename"))]
    own = [frame for frame in told if not any(lib in _word(frame["filename"]) for lib in LIBRARIES)]
    if not told:
        return ""
    frame = (own or told)[0]
    return f"{_word(frame['filename'])}:{number(frame.get('line')) or 0} {_word(frame.get('name'))}".strip()


def _note_status(dump: Dump, status: Mapping, local: dict[int | None, str]) -> None:
    """Adds torch's own counters. They go by numbers inside the process; entries tell whose those are, else the order.

    In a group that also carries messages the counter counts those, so there only entries are believed.
    """
    dump.status_known = bool(status)
    names = _names(dump, status, local)
    for key, told in islice(status.items(), MOST_GROUPS):
        group, told = dump.groups.get(names.get(number(key), "")), _dict(told)
        if group is None or group.has_messages:
            continue
        group.started = number(told.get("last_started_collective"))
        enqueued = number(told.get("last_enqueued_collective"))
        group.completed = number(told.get("last_completed_collective"))
        group.enqueued = max(enqueued or 0, group.enqueued or 0) if enqueued is not None else group.enqueued


def _names(dump: Dump, status: Mapping, local: dict[int | None, str]) -> dict[int | None, str]:
    """Numbers inside the process -> groups' names; groups are numbered and named in the order of their making."""
    numbers = sorted(n for key in status if (n := number(key)) is not None)
    names = [name for name in dump.groups if name.isdecimal()]
    if len(numbers) != len(status) or len(names) != len(dump.groups) or len(names) != len(numbers):
        return local
    ordered = dict(zip(numbers, sorted(names, key=int), strict=True))
    return ordered if all(ordered.get(own) == name for own, name in local.items()) else local


def number(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    if isinstance(value, str) and not re.fullmatch(r"-?\d{1,19}", value):
        return None
    return int(value)


def _word(value: object) -> str:
    return str(value)[:LONGEST_WORD] if isinstance(value, str | int) else ""


def _list(value: object) -> list:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict:
    return value if isinstance(value, dict) else {}
