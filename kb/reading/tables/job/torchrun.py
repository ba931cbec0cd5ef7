"""torchrun's table of failures: which rank's end it saw first, and which ranks ended later.

Form: ChildFailedError.format_msg in torch/distributed/elastic/multiprocessing/errors/__init__.py, torch 1.10 to 2.13.
Its times are whole seconds, and of several in one second the lowest rank is called the root cause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import Facts, Table

OPENING = r"Failures:|Root Cause \(first observed failure\):"
LISTED = "Failures:"
FIRST = "Root Cause (first observed failure):"
BORDER = re.compile(r"={10,200}")
NUMBER = re.compile(r"\[\d{1,5}\]:")
# Of one part: the next, or a line below it.
END = re.compile(r"[=-]{10,200}|\[\d{1,5}\]:")
FIELD = re.compile(r"(?P<name>time|host|rank|exitcode) *: (?P<value>\S{1,253}).{0,400}")
# Of those that a program, the kernel or a person sends; the launcher itself sends SIGTERM.
SIGNALS = {"-6": "SIGABRT", "-7": "SIGBUS", "-8": "SIGFPE", "-9": "SIGKILL", "-11": "SIGSEGV"}
# A launcher's own way to end the ranks that are left.
SIGTERM = "-15"
# Eight ranks, each with its traceback (@record).
MOST_LINES = 2000


@dataclass(frozen=True, slots=True)
class Failure:
    """How one rank ended: `exitcode` as printed (a signal is negative), `time` as torchrun writes it (local time).

    `line` to `last` are the pasted lines (from 1) of its part of the table.
    """

    rank: int
    host: str
    time: str
    exitcode: str
    line: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures(Table):
    """One table: the failure called the root cause, and the others; as a fact the signal that ended the first alone."""

    first: Failure
    others: tuple[Failure, ...]

    @property
    def later(self) -> tuple[Failure, ...]:
        """What only followed: ranks that ended in a later second; of a log on one line its lines tell nothing apart."""
        return tuple(one for one in self.others if one.time > self.first.time and one.last < self.first.line)

    @property
    def is_first_alone(self) -> bool:
        """Whether no other rank ended by itself in the same second."""
        return all(one.time > self.first.time or one.exitcode == SIGTERM for one in self.others)


def read_failures(lines: Lines) -> Failures | None:
    """The table from its first heading on; None where its root cause is not there."""
    found: list[Failure] = []
    facts, others = Facts(lines), None
    if lines.peek() not in (LISTED, FIRST):
        return None
    for _ in range(MOST_LINES):
        line = lines.peek()
        if line is None or BORDER.fullmatch(line):
            break
        if line == FIRST:
            others = len(found)
        if NUMBER.fullmatch(line):
            found += filter(None, [_failure(facts, is_first=others is not None)])
        else:
            lines.take()
    if others is None or len(found) <= others:
        return None
    table = Failures(facts=(), host=found[others].host, first=found[others], others=tuple(found[:others]))
    return replace(table, facts=tuple(facts.found)) if table.is_first_alone else table


def _failure(facts: Facts, is_first: bool) -> Failure | None:
    """One rank's part, from its number in brackets to the end of its message."""
    lines = facts.lines
    facts.take()
    begin, told = lines.number, {}
    while (line := lines.peek()) is not None and not END.fullmatch(line):
        facts.take()
        if field := FIELD.fullmatch(line):
            told.setdefault(field["name"], field["value"])
        if is_first and field and field["name"] == "exitcode":
            facts.add("first_signal", SIGNALS.get(field["value"]), f"rank {told.get('rank', '')}")
    if not (told.keys() >= {"time", "rank", "exitcode"} and told["rank"].isdecimal()):
        return None
    return Failure(int(told["rank"][:9]), told.get("host", ""), told["time"], told["exitcode"], begin, lines.number)


KIND = Kind("torchrun", OPENING, read_failures)
