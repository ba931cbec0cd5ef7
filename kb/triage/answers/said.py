"""What the beginning and the end of logs say of a run: its nodes, where each rank was, its size, when it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from kb.triage.answers.hosts import is_host, spelled_out

# Each begins with letters that are found fast; what stands before them on the line is looked at afterwards.
NCCL = re.compile(rb"\] NCCL ")
NCCL_HOST = re.compile(rb"([\w.-]{1,63}):\d+:\d+ \[\d+$")
NCCL_RANK = re.compile(rb"[^\n]{0,200}?\brank (\d{1,6}) nranks (\d{1,6})")
NAMING = (
    re.compile(rb"srun: error: ([\w.,\[\]-]{1,2000}): tasks? "),
    re.compile(rb"slurmstepd: error: \*\*\* (?:JOB|STEP) \S+ ON ([\w.,\[\]-]{1,2000}) "),
    re.compile(rb"NODELIST=([\w.,\[\]-]{1,2000})"),
    re.compile(rb"SLURMD_NODENAME=([\w.-]{1,63})"),
    re.compile(rb"host +: ([\w.-]{1,63})\s"),
)
SIZES = (re.compile(rb"WORLD_SIZE=(\d{1,6})\b"), re.compile(rb"world[_ ]size['\"]?[:= ]{1,3}(\d{1,6})\b"))
DATED = re.compile(rb"(?P<day>20\d\d[-/][01]\d[-/][0-3]\d)[T _](?P<clock>[0-2]\d:[0-5]\d:[0-5]\d)")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
# As `date` prints it.
DATE = re.compile(rb"[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d) (?:[A-Z]{2,5} )?(20\d\d)")
ENDED_BADLY = re.compile(
    rb"srun: error: |slurmstepd: error: \*\*\*|\(core dumped\)|Segmentation fault|terminate called"
    rb"|Traceback \(most recent call last\)|[Ee]xit(?:ed with)?(?: exit)? ?code:? *-?[1-9]|^Killed\b",
    re.MULTILINE,
)
EDGE = 64 * 1024
MOST_HITS = 20_000
MOST_NODES = 4096
# Looked at, of one job: a log can repeat a list of names that are no hosts.
MOST_NAMES = 100_000
# A date further from the others than this is one that the log tells of, not its own.
LONGEST_RUN = timedelta(days=60)


@dataclass(slots=True)
class Said:
    """What all logs of one job say. `ended_badly` is a line behind which nobody trained on, if any."""

    nodes: dict[str, None] = field(default_factory=dict)
    host_of_rank: dict[int, str] = field(default_factory=dict)
    world_size: int = 0
    begins: datetime | None = None
    ends: datetime | None = None
    ended_badly: str = ""
    ended_in: str = ""
    _names_left: int = MOST_NAMES

    def add(self, name: str, head: bytes, tail: bytes) -> None:
        """One log's beginning and end; `tail` is empty where `head` is all of it."""
        for piece in filter(None, (head, tail)):
            self._nccl(piece)
            self._named(piece)
        self._times(head, tail or head)
        last = (tail or head)[-EDGE:]
        if not self.ended_badly and (found := ENDED_BADLY.search(last)):
            begin, end = last.rfind(b"\n", 0, found.start()) + 1, last.find(b"\n", found.end())
            self.ended_badly = last[begin : end if end >= 0 else None].decode("utf-8", errors="replace")
            self.ended_in = name

    def _nccl(self, piece: bytes) -> None:
        for found, _ in zip(NCCL.finditer(piece), range(MOST_HITS), strict=False):
            at = found.start()
            host = NCCL_HOST.search(piece, max(piece.rfind(b"\n", 0, at) + 1, at - 200), at)
            if not host:
                continue
            self._node(host[1].decode("ascii", errors="replace"))
            if ranked := NCCL_RANK.match(piece, found.end()):
                size = int(ranked[2])
                # Smaller groups number their ranks from 0 again.
                if size >= self.world_size:
                    if size > self.world_size:
                        self.host_of_rank.clear()
                    self.world_size = size
                    self.host_of_rank[int(ranked[1])] = host[1].decode("ascii", errors="replace")

    def _named(self, piece: bytes) -> None:
        for pattern in NAMING:
            for found, _ in zip(pattern.finditer(piece), range(MOST_HITS), strict=False):
                names = spelled_out(found[1].decode("ascii", errors="replace"), min(MOST_NODES, self._names_left))
                self._names_left -= len(names)
                for name in names:
                    self._node(name)
        for pattern in SIZES:
            if found := pattern.search(piece):
                self.world_size = max(self.world_size, int(found[1]))

    def _node(self, name: str) -> None:
        if is_host(name) and len(self.nodes) < MOST_NODES:
            self.nodes[name] = None

    def _times(self, head: bytes, end: bytes) -> None:
        first = next(filter(None, map(_read, _places(head))), None)
        last = None
        for piece in (end[-EDGE:], end):
            last = last or next(filter(None, map(_read, reversed(list(_places(piece))))), None)
        if first and last and timedelta() <= last - first <= LONGEST_RUN:
            self.begins = min(self.begins or first, first)
            self.ends = max(self.ends or last, last)


def _places(text: bytes) -> Iterator[str]:
    """Every time with its day, as ISO 8601 has it; what `date` prints first, where it stands near the beginning."""
    for found in DATE.finditer(text[:EDGE]):
        month, day, clock, year = (part.decode() for part in found.groups())
        if month in MONTHS:
            yield f"{year}-{MONTHS.index(month) + 1:02d}-{int(day):02d} {clock}"
    for found in DATED.finditer(text):
        yield f"{found['day'].decode().replace('/', '-')} {found['clock'].decode()}"


def _read(text: str) -> datetime | None:
    """A log's clock, which has no zone; None for a day that is in no calendar."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
