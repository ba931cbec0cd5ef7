"""What a launcher or a logger put in front of each line of one block, told from its first line.

No list of prefixes is whole. The first line of a stack is known by its words; what stands before them is the prefix.
Its figures differ from line to line, and tell who printed it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.reading.text.lines import rank_of, without_prefix

LONGEST = 200
FIGURES = re.compile(r"(\d+|\b(?:DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b|\s+)")
LEVELS = r"(?:DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL)"
# A terminal's echo of Ctrl-C and quotes are read by those who know what they mean.
NO_PREFIX = re.compile(r"[\"'`*\s]*|.*\^C")
# Launchers' own forms besides those that say "rank": MPICH's and torchx's number in brackets, srun's before a colon.
RANK = re.compile(
    r"(?:rank|default)[\s_=:]{0,2}(?P<a>\d{1,5})\b|(?:^|\d{4})\[(?:[\w.@-]{1,80}@)?\d{1,5},(?P<b>\d{1,5})\]<std"
    r"|^(?:[\w.-]{1,60}/\d{1,5} )?\[(?P<c>\d{1,5})\]:?\s*$|^(?P<d>\d{1,5}):\s*$"
    r"|^\[[A-Za-z_]{2,30}\d{1,5}\|(?P<e>\d{1,5})\]:\s*$",
    re.IGNORECASE,
)
PID = re.compile(r"\bpid[=: ]{1,2}(\d{1,9})|\w\[(\d{1,9})\]:\s*$|\[[\w.-]{1,80}:(\d{2,9})\]\s*$")
# glog names the thread that printed a line.
THREAD = re.compile(r"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,6} {1,6}\d{1,9} (?=\S{1,80}:\d{1,6}\]\s*$)")
# What differs among the lines of one process: times, dates, lines of code, counters.
TIMES = re.compile(
    r"\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?|\d{1,9}\.\d{1,9}|:\d{1,6}\]"
    rf"|(?<![\w-])\d{{1,20}}(?![\w-])|\b{LEVELS}\b"
)


@dataclass(slots=True)
class OwnPrefix:
    """`rank` is empty where none is named. A logger that prints a whole stack as one message has it once only."""

    shape: re.Pattern[str]
    speaker: str
    rank: str
    process: str = ""
    looked: int = 0
    on_every_line: bool = True

    def rest(self, line: str) -> str | None:
        """A line less the prefix; None where another process printed it."""
        self.looked += 1
        if told := self.shape.match(line):
            return line[told.end() :].strip() if speaker_of(told[0]) == self.speaker else None
        self.on_every_line = self.on_every_line and self.looked != 2
        of_another = self.rank and rank_of(line) not in ("", self.rank)
        return None if self.on_every_line or of_another else without_prefix(line)


def process_in(prefix: str) -> str:
    """The process that a prefix names; empty where it names none."""
    told = PID.search(prefix)
    return next((group for group in told.groups() if group), "") if told else ""


def prefix_of(line: str, begins: re.Pattern[str]) -> OwnPrefix | None:
    """What stands in front of the first words of a block; None where nothing does."""
    told = begins.search(line[: LONGEST * 2])
    prefix = line[: told.start()].rstrip() if told else ""
    if not prefix or len(prefix) > LONGEST or NO_PREFIX.fullmatch(prefix):
        return None
    parts = FIGURES.split(prefix)
    shape = "".join(_any(part) if number % 2 else re.escape(part) for number, part in enumerate(parts))
    return OwnPrefix(re.compile(shape), speaker_of(prefix), rank_in(prefix), process_in(prefix))


def _any(figures: str) -> str:
    """Another figure of its kind."""
    if figures.isspace():
        return r"\s{1,40}"
    return r"\d{1,20}" if figures.isdigit() else LEVELS


def rank_in(prefix: str) -> str:
    """The rank that a prefix names; empty where it names none."""
    told = RANK.search(prefix.strip())
    return next((group for group in told.groups() if group), "") if told else rank_of(prefix)


def speaker_of(prefix: str) -> str:
    """Who printed a line: its rank, its process, else what is left of the prefix without times."""
    if rank := rank_in(prefix):
        return f"rank {rank}"
    told = PID.search(prefix)
    if told:
        return told[0]
    thread = THREAD.search(prefix)
    return thread[0].split()[-1] if thread else TIMES.sub("", prefix).strip()
