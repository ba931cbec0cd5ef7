"""What `kb.collect` writes of a frame's surroundings: the branches and loops around its line, the loops above it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kb.reading.blocks import Kind, Lines

FIRST = re.compile(r"around line (?P<line>\d{1,7}) of (?P<function>.{1,200}) \((?P<file>[^()]{1,500})\)")
ROW = re.compile(r"(?P<how>in|in else of|behind) lines (?P<first>\d{1,7})-\d{1,7}: (?P<header>.{1,400})")
WAY = re.compile(r"(?P<how>left|skipped) at line \d{1,7}: \w{5,8}, (?P<when>.{1,400})")
BRANCH = re.compile(r"branch at lines \d{1,7}-\d{1,7}: (?P<header>.{1,400})")
MOST_ROWS = 80


@dataclass(frozen=True, slots=True)
class Row:
    """A statement that begins in line `first`: `how` is in, in else of, or behind.

    Of a loop, `left` has the conditions of its ways out, `skipped` those of ways to the next turn; `branches` are the
    headers of those inside it in which more is called.
    """

    how: str
    first: int
    header: str
    left: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """One frame of the user's own and what is around its line, outermost first."""

    function: str
    file: str
    line: int
    rows: tuple[Row, ...]

    @property
    def scope(self) -> tuple[str, str]:
        return self.file, self.function

    def row(self, first: int) -> Row | None:
        """The statement that begins in this line, where it is around or above the frame."""
        return next((row for row in self.rows if row.first == first), None)


def read(lines: Lines) -> Around | None:
    told = FIRST.fullmatch(lines.peek() or "")
    if not told:
        return None
    lines.take()
    rows: list[Row] = []
    for _ in range(MOST_ROWS):
        line = lines.peek() or ""
        if row := ROW.fullmatch(line):
            rows.append(Row(row["how"], int(row["first"]), row["header"]))
        elif rows and (way := WAY.fullmatch(line)):
            rows[-1] = replace(rows[-1], **{way["how"]: (*getattr(rows[-1], way["how"]), way["when"])})
        elif rows and (branch := BRANCH.fullmatch(line)):
            rows[-1] = replace(rows[-1], branches=(*rows[-1].branches, branch["header"]))
        else:
            break
        lines.take()
    return Around(told["function"], told["file"], int(told["line"]), tuple(rows))


KIND = Kind("branches", r"around line \d", read)
