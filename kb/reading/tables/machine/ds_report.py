"""ds_report: what DeepSpeed could build here and which versions it found. What it warns of belongs to the listing."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

HEADS = (
    r"DeepSpeed C\+\+/CUDA extension op report",
    r"DeepSpeed general environment info",
    r"JIT compiled ops requires ninja",
    r"op name \.{4}",
)
ROW = re.compile(
    r"-{5,200}.{0,60}|\S.{0,80}?\s\.{3,80}\s.{0,400}|\[(?:WARNING|NO|OKAY|FAIL)\].{0,400}|\[['\"].{0,400}"
    r"|ninja .{0,100}|NOTE: .{0,400}|runtime if needed\..{0,200}|meet the required dependencies.{0,200}"
    + "".join(f"|{head}.*" for head in HEADS)
)
MOST_LINES = 200


def read(lines: Lines) -> Table | None:
    """A table that says nothing to compare: its lines are nobody's error."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (line := lines.peek()) is not None and (not line or ROW.fullmatch(line)):
        facts.take()
    return Table(()) if facts.rows > 1 else None


KIND = Kind("ds_report", "|".join(HEADS), read, widest=WIDEST)
