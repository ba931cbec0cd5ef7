"""The lines of one log in which NCCL's watchdog gives up: which rank waited for what, and how far it had come."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.reading.marks import Marks
from kb.reading.text.lines import rank_of, time_of
from kb.reading.text.stretches import Stretch

TIMEOUT = re.compile(
    rb"WorkNCCL\((?:SeqNum=(?P<seq>\d{1,20}), )?OpType=(?P<op>\w{1,40}), "
    rb"(?:NumelIn=(?P<numel_in>\d{1,20}), NumelOut=(?P<numel_out>\d{1,20}), )?"
    rb"Timeout\(ms\)=(?P<timeout>\d{1,20})\) ran for (?P<ran>\d{1,20}) milliseconds"
)
STATUS = re.compile(
    rb"[Ll]ast enqueued\s{1,3}(?:NCCL\s{1,3})?work:\s{1,3}(?P<enqueued>-?\d{1,20}),\s{1,3}"
    rb"last completed\s{1,3}(?:NCCL\s{1,3})?work:\s{1,3}(?P<completed>-?\d{1,20})(?!\d)"
)
# The ID only counts the groups of one process: rank 0's second group and rank 2's may be two. The GUID names one.
GUID = re.compile(r"PG GUID (?P<guid>[^\s\](]{1,80})")
GROUP = re.compile(r"PG (?:ID )?(?P<id>\d{1,20})")
RANK_IN_BRACKETS = re.compile(r"\bRank (?P<rank>\d{1,5})\]")
WORLD = re.compile(rb"['\"]?\s{0,2}[=:]?\s{0,2}(?P<size>\d{1,5})\b")
# A line of one of these reports waiting, be it cut off behind them.
TIMED_OUT = ("caught collective operation timeout", "Timeout at NCCL work: ")
# A rank says how far it has come in this group, and whose watchdog gave up: its own (in some group), or another rank's.
DUMP = re.compile(r"dump signal due to a collective timeout from\s{1,4}(?P<whose>this local rank|rank \d)")
# A job names its size when it starts.
START_UP_LINES = 10_000
# A made-up log could name ranks and groups without end.
MOST_WAITS = 16_384
# Rank and group stand before the words that mark a watchdog's line, in front of the program's own text.
BEFORE = 600

# A rank, and the process group that the line names or "".
Key = tuple[int, str]


@dataclass(slots=True)
class Timeouts:
    """What one log says of its ranks' timeouts; `world_size` is the largest that its start-up names, 0 for none.

    `cut` are ranks of which a watchdog's line is there, but not all of it. `reports` are all lines, whole or cut off,
    that report a timeout: a rank that ends because of it prints its report again.
    """

    file: str = ""
    waits: dict[Key, dict] = field(default_factory=dict)
    world_size: int = 0
    cut: set[int] = field(default_factory=set)
    reports: set[int] = field(default_factory=set)

    def add(self, stretch: Stretch, marks: Marks) -> None:
        """Adds what the marks of one stretch point at."""
        if stretch.first_line < START_UP_LINES:
            told = (WORLD.match(stretch.text, end) for end in marks.worlds)
            self.world_size = max([self.world_size, *(int(size["size"]) for size in told if size)])
        for at in marks.timeouts:
            if len(self.waits) < MOST_WAITS:
                self._note(stretch, at)

    def _note(self, stretch: Stretch, at: int) -> None:
        """Files what stands at a mark under the rank and the group that the line names before it."""
        start, _ = stretch.places.printed_line(at, BEFORE, 0)
        head = stretch.text[start:at].decode("utf-8", errors="ignore")
        rank = _rank(head)
        if rank is None:
            return
        if any(words in head for words in TIMED_OUT) and len(self.reports) < MOST_WAITS:
            self.reports.add(stretch.places.line(at))
        if told := _told(stretch.text, at):
            place = {"line": stretch.places.line(at), "time": time_of(head), "file": self.file}
            told |= {"dump": dump["whose"]} if (dump := DUMP.search(head)) else {}
            told |= (
                {"place": int(inside["rank"])} if rank_of(head) and (inside := RANK_IN_BRACKETS.search(head)) else {}
            )
            self.waits.setdefault((rank, _group(head)), place).update(told)
        else:
            self.cut.add(rank)


def _told(text: bytes, at: int) -> dict[str, str]:
    """The numbers behind a mark that ends at `at`; empty where the line is cut off or means something else."""
    for words, pattern in ((len(b"WorkNCCL("), TIMEOUT), (len(b"last enqueued "), STATUS)):
        if match := pattern.match(text, at - words):
            return {key: value.decode() for key, value in match.groupdict().items() if value is not None}
    return {}


def _rank(line: str) -> int | None:
    """The launcher's prefix has the global rank; the number in the brackets is the rank inside the process group."""
    text = rank_of(line)
    told = None if text else RANK_IN_BRACKETS.search(line)
    return int(told["rank"] if told else text) if told or text else None


def _group(line: str) -> str:
    told = GUID.search(line) or GROUP.search(line)
    return told[1] if told else ""
