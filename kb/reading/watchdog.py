"""The lines of one log in which NCCL's watchdog gives up: which rank waited for what, and how far it had come."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.reading.marks import Marks
from kb.reading.text.lines import rank_of, time_of
from kb.reading.text.stretches import Stretch

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
WORLD = re.compile(rb"['\"]?\s{0,2}[=:]?\s{0,2}(?P<size>\d{1,5})\b")
# A job names its size when it starts.
START_UP_LINES = 10_000
# A made-up log could name ranks and groups without end.
MOST_WAITS = 16_384

# A rank, and the process group that the line names or "".
Key = tuple[int, str]


@dataclass(slots=True)
class Timeouts:
    """What one log says of its ranks' timeouts; `world_size` is the largest that its start-up names, 0 for none."""

    file: str = ""
    waits: dict[Key, dict] = field(default_factory=dict)
    world_size: int = 0

    def add(self, stretch: Stretch, marks: Marks) -> None:
        """Adds what the marks of one stretch point at."""
        if stretch.first_line < START_UP_LINES:
            told = (WORLD.match(stretch.text, end) for end in marks.worlds)
            self.world_size = max([self.world_size, *(int(size["size"]) for size in told if size)])
        for at in marks.timeouts:
            self._add_line(stretch, at)

    def _add_line(self, stretch: Stretch, at: int) -> None:
        start, end = stretch.places.printed_line(at)
        line = stretch.text[start:end].decode("utf-8", errors="ignore")
        rank = _rank(line)
        if rank is None or len(self.waits) >= MOST_WAITS:
            return
        place = {"line": stretch.places.line(at), "time": time_of(line), "file": self.file}
        known = self.waits.setdefault((rank, _group(line)), place)
        for pattern in (TIMEOUT, STATUS):
            if told := pattern.search(line):
                known.update({key: value for key, value in told.groupdict().items() if value is not None})


def _rank(line: str) -> int | None:
    """The launcher's prefix has the global rank; the number in the brackets is the rank inside the process group."""
    text = rank_of(line)
    told = None if text else RANK_IN_BRACKETS.search(line)
    return int(told["rank"] if told else text) if told or text else None


def _group(line: str) -> str:
    told = GROUP.search(line)
    return told["id"] if told else ""
