"""torch's flight-recorder dumps as JSON -> what each rank had enqueued and completed in each process group.

Fields as in torch/csrc/distributed/c10d/FlightRecorder.hpp, versions 2.0 to 2.10 of its format.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import prod

from kb.reading.blocks import Kind, Lines
from kb.reading.dumps.document import parse, take_document

LONGEST = 8 << 20  # bytes
# A dump that somebody made up could name any number of each.
MOST_DUMPS, MOST_GROUPS, MOST_RANKS = 4096, 1024, 65_536
# What is kept of a rank in one group: the latest calls, to compare them with other ranks', and what is pending.
RECENT_CALLS, MOST_PENDING = 64, 256
LONGEST_WORD = 200
FEW_LINES = 8
PEERS = re.compile(r"(?P<call>send|recv) (?P<own>\d{1,6})(?:->|<-)(?P<other>\d{1,6})")
NUMBERS = re.compile(r"\d{1,6}")
# The first key of a document, in torch's order or a pretty-printer's; or the line that collect writes above one.
OPENING = (
    r'(?:"version": ?"2\.|"comm_lib_version": ?"|"nccl_version": ?"|"entries": ?\[|"nccl_comm_state": ?\{'
    r'|"pg_config": ?\{|[0-9] written 20[0-9][0-9]-)'
)
WRITTEN = re.compile(r"note: \S*?(?P<rank>\d{1,5}) written 20")
FIRST_WORDS = re.compile(r'(?:\{\s?)?"(?:version|comm_lib_version|nccl_version|entries|nccl_comm_state|pg_config|\d+)"')
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

    `entries` is how many operations it had; `status_known` whether torch's own counters are among what was read.
    """

    version: str
    rank: int | None = None
    entries: int = 0
    status_known: bool = False
    groups: dict[str, Group] = field(default_factory=dict)

    @property
    def blank(self) -> bool:
        """The recorder worked and had nothing at all: no counter, no operation."""
        return not self.entries and not self.status_known


def read(lines: Lines) -> tuple[Dump, ...] | None:
    """The dumps of one block of a log; None where it is none. Long JSON of another sort has none, and is read once."""
    rank = None
    while (line := lines.peek()) is not None and line.startswith(("note:", "cut:")):
        if told := WRITTEN.match(lines.take()):
            rank = int(told["rank"])
    if line is None or not FIRST_WORDS.match(line):
        return None
    document = take_document(lines)
    found = dumps(document)
    if rank is not None and len(found) == 1 and found[0].rank is None:
        found[0].rank = rank
    return found if found or document.count("\n") > FEW_LINES else None


def dumps(text: str) -> tuple[Dump, ...]:
    """A JSON document -> the dumps in it: one, a list of them, or an object that has them under their ranks.

    Empty where it is none, or over the bounds. Never raises on content. Anything behind the document is left alone.
    """
    found = islice(_documents(parse(text[:LONGEST]), None), MOST_DUMPS)
    return tuple(_dump(one, rank) for rank, one in found)


def _documents(document: object, rank: int | None, depth: int = 0) -> Iterator[tuple[int | None, dict]]:
    """(rank, dump) of whatever lies up to three levels down."""
    if is_dump(document):
        own = _number(document.get("rank"))
        yield (rank if own is None else own), document
    elif depth < 3 and isinstance(document, dict):
        for key, value in document.items():
            told = re.search(r"(\d{1,5})\D*$", key)
            yield from _documents(value, int(told[1]) if told else rank, depth + 1)
    elif depth < 3 and isinstance(document, list):
        for value in document:
            yield from _documents(value, None, depth + 1)


def is_dump(document: object) -> bool:
    """Whether this is one rank's dump; its entries are missing where torch wrote JSON and had none."""
    if not isinstance(document, dict):
        return False
    entries = document.get("entries")
    if isinstance(entries, list) and entries:
        return isinstance(entries[0], dict) and {"record_id", "profiling_name"} <= entries[0].keys()
    return "version" in document and any(isinstance(document.get(k), dict) for k in ("pg_status", "pg_config"))


def _dump(document: dict, rank: int | None) -> Dump:
    entries = [entry for entry in _list(document.get("entries")) if isinstance(entry, dict)]
    dump = Dump(_word(document.get("version")), rank, len(entries))
    _note_groups(dump, _dict(document.get("pg_config")))
    settled = _settled(entries)
    local = {}
    for entry in entries:
        group = _note_entry(dump, entry, settled)
        local[_number(entry.get("pg_id"))] = group.name
    _note_status(dump, _dict(document.get("pg_status")), local)
    return dump


def _note_groups(dump: Dump, config: Mapping) -> None:
    for name, told in islice(config.items(), MOST_GROUPS):
        told = _dict(told)
        if not name:  # gloo's
            continue
        ranks = islice(NUMBERS.finditer(str(told.get("ranks", ""))), MOST_RANKS)
        members = tuple(int(number[0]) for number in ranks)
        dump.groups[_word(name)] = Group(_word(name), _word(told.get("desc")), members)


def _settled(entries: list[dict]) -> dict[tuple, str]:
    """The states of coalesced launches: the single operations in one are recorded without a state of their own."""
    return {_launch(e): _word(e.get("state")) for e in entries if "coalesced" in _word(e.get("profiling_name"))}


def _launch(entry: dict) -> tuple:
    return tuple(_number(entry.get(key)) for key in ("pg_id", "collective_seq_id", "p2p_seq_id"))


def _note_entry(dump: Dump, entry: dict, settled: Mapping[tuple, str]) -> Group:
    told = _list(entry.get("process_group")) or [entry.get("pg_id")]
    name = _word(told[0])
    if name not in dump.groups and len(dump.groups) < MOST_GROUPS:
        dump.groups[name] = Group(name, _word(told[1]) if len(told) > 1 else "")
    group = dump.groups.get(name) or Group(name)
    operation = _operation(entry, name, settled.get(_launch(entry)))
    collective = _number(entry.get("collective_seq_id")) or 0
    group.enqueued = max(group.enqueued or 0, collective)
    group.has_messages |= bool(_number(entry.get("p2p_seq_id"))) or operation.message
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
        seq=_number(entry.get("p2p_seq_id" if message else "collective_seq_id")) or 0,
        name=peers["call"] if peers else name,
        # gloo notes no state, only that an operation is retired.
        state="completed" if library == "gloo" and entry.get("retired") else settled or _word(entry.get("state")),
        order=_number(entry.get("record_id")) or 0,
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
    return f"{_word(frame['filename'])}:{_number(frame.get('line')) or 0} {_word(frame.get('name'))}".strip()


def _note_status(dump: Dump, status: Mapping, local: dict[int | None, str]) -> None:
    """Adds torch's own counters. They go by numbers inside the process; entries tell whose those are, else the order.

    In a group that also carries messages the counter counts those, so there only entries are believed.
    """
    dump.status_known = bool(status)
    names = _names(dump, status, local)
    for number, told in islice(status.items(), MOST_GROUPS):
        group, told = dump.groups.get(names.get(_number(number), "")), _dict(told)
        if group is None or group.has_messages:
            continue
        group.started = _number(told.get("last_started_collective"))
        enqueued = _number(told.get("last_enqueued_collective"))
        group.completed = _number(told.get("last_completed_collective"))
        group.enqueued = max(enqueued or 0, group.enqueued or 0) if enqueued is not None else group.enqueued


def _names(dump: Dump, status: Mapping, local: dict[int | None, str]) -> dict[int | None, str]:
    """Numbers inside the process -> groups' names; groups are numbered and named in the order of their making."""
    numbers = sorted(n for key in status if (n := _number(key)) is not None)
    names = [name for name in dump.groups if name.isdecimal()]
    if len(numbers) != len(status) or len(names) != len(dump.groups) or len(names) != len(numbers):
        return local
    ordered = dict(zip(numbers, sorted(names, key=int), strict=True))
    return ordered if all(ordered.get(number) == name for number, name in local.items()) else local


def only_member(dump: Dump) -> int | None:
    """The only rank that is in all of this dump's groups: whose it is where nothing else tells."""
    members = [set(group.ranks) for group in dump.groups.values() if group.ranks]
    common = set.intersection(*members) if members else set()
    return common.pop() if len(common) == 1 else None


def whose(dumps: list[Dump]) -> dict[int, Dump]:
    """Rank -> its dump; where a rank has several, the one that has seen most. Those of nobody known are left out."""
    by_rank: dict[int, list[Dump]] = defaultdict(list)
    for dump in dumps:
        if dump.rank is not None:
            by_rank[dump.rank].append(dump)
    return {rank: max(own, key=_reach) for rank, own in sorted(by_rank.items())}


def _reach(dump: Dump) -> tuple[int, int]:
    return sum(group.enqueued or 0 for group in dump.groups.values()), dump.entries


def _number(value: object) -> int | None:
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


KIND = Kind("flight recorder", OPENING, read, longest=LONGEST)
