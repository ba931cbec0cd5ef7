"""The first lines of what `python -m kb.collect` writes: which host all that follows is about."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

LINE = re.compile(r"(?P<name>[a-z][a-z _]{1,40}): (?P<value>.{0,400})")
MOST_LINES = 40


def read(lines: Lines) -> Table | None:
    """The host; None where it is not named."""
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_LINES and (told := LINE.fullmatch(lines.peek() or "")):
        facts.take()
        if told["name"] == "host":
            facts.host = told["value"][:100]
    return facts.table()


KIND = Kind("collected", r"rankdown-collect \d", read, 8 * 1024, widest=WIDEST)
