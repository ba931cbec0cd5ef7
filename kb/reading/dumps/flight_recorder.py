"""torch's flight-recorder dumps as JSON, wherever they stand in a log -> the dumps, and whose each is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from kb.reading.blocks import Kind, Lines
from kb.reading.dumps.document import parse, take_document
from kb.reading.dumps.recorded import Dump, is_dump, number, one_dump

LONGEST = 8 << 20  # bytes
# A dump that somebody made up could name any number of each.
MOST_DUMPS = 4096
FEW_LINES = 8
# The first key of a document, in torch's order or a pretty-printer's; or the line that collect writes above one.
OPENING = (
    r'(?:"version": ?"2\.|"comm_lib_version": ?"|"nccl_version": ?"|"entries": ?\[|"nccl_comm_state": ?\{'
    r'|"pg_config": ?\{| written 20[0-9][0-9]-)'
)
WRITTEN = re.compile(r"note: \S*?(?P<rank>\d{1,5}) written 20")
FIRST_WORDS = re.compile(r'(?:\{\s?)?"(?:version|comm_lib_version|nccl_version|entries|nccl_comm_state|pg_config|\d+)"')


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
    return tuple(one_dump(one, rank) for rank, one in found)


def _documents(document: object, rank: int | None, depth: int = 0) -> Iterator[tuple[int | None, dict]]:
    """(rank, dump) of whatever lies up to three levels down."""
    if is_dump(document):
        own = number(document.get("rank"))
        yield (rank if own is None else own), document
    elif depth < 3 and isinstance(document, dict):
        for key, value in document.items():
            told = re.search(r"(\d{1,5})\D*$", key)
            yield from _documents(value, int(told[1]) if told else rank, depth + 1)
    elif depth < 3 and isinstance(document, list):
        for value in document:
            yield from _documents(value, None, depth + 1)


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


KIND = Kind("flight recorder", OPENING, read, longest=LONGEST)
