"""ss -tan, netstat -tn and collect's sockets: connections that were asked for and that nobody answers."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

ROW = re.compile(
    r"(?P<state>[A-Z][A-Z0-9-]{2,12})\s{1,30}\d{1,9}\s{1,30}\d{1,9}\s{1,60}\S{1,100}\s{1,60}\S{1,100}.{0,200}"
)
# netstat has the state behind the addresses.
NETSTAT = re.compile(
    r"(?:tcp|udp)6?\s{1,20}\d{1,9}\s{1,20}\d{1,9}\s{1,60}\S{1,100}\s{1,60}\S{1,100}"
    r"(?:\s{1,40}(?P<state>[A-Z][A-Z_0-9]{2,12})\b.{0,200})?"
)
UNANSWERED = ("SYN-SENT", "SYN_SENT")
MOST_ROWS = 2000


def read(lines: Lines) -> Table | None:
    """One fact: how many connections are unanswered, also of rows that grep found; None where all are answered."""
    facts = Facts(lines)
    if not _row(lines.peek() or ""):
        facts.take()
    while facts.rows < MOST_ROWS and (row := _row(lines.peek() or "")):
        facts.take()
        if row["state"] in UNANSWERED:
            facts.count("connections_unanswered")
    return facts.table()


def _row(line: str) -> re.Match | None:
    return ROW.fullmatch(line) or NETSTAT.fullmatch(line)


KIND = Kind("sockets", r"State +Recv-Q +Send-Q|Proto +Recv-Q +Send-Q|SYN-SENT +\d|SYN_SENT", read, widest=WIDEST)
