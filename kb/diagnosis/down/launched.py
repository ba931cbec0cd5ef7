"""torchrun's tables of one job -> the rank whose end it saw first; nothing where the tables cannot tell."""

from __future__ import annotations

from collections.abc import Sequence

from kb.diagnosis.down.verdict import FirstDown
from kb.language import gettext
from kb.reading.one_pass import Reading
from kb.reading.tables.job.torchrun import SIGTERM, Failure, Failures
from kb.reading.text.lines import shown_at
from kb.reading.text.runs import ranks


def ended_first(readings: Sequence[Reading]) -> FirstDown | None:
    """The first of all tables, one a node and attempt; none of what ended with others, or was told to stop."""
    tables = [
        (b.said, reading.file) for reading in readings for b in reading.blocks.found if isinstance(b.said, Failures)
    ]
    tables = [(table, file) for table, file in tables if table.first.exitcode != SIGTERM]
    if not tables:
        return None
    table, file = min(tables, key=lambda told: told[0].first.time)
    seen = {(other.first.rank, other.first.time) for other, _ in tables}
    if not table.is_first_alone or any(time == table.first.time and rank != table.first.rank for rank, time in seen):
        return None
    return _down(table.first, file)


def _down(first: Failure, file: str) -> FirstDown:
    told = gettext("torchrun saw {who} on {host} end first, at {time}, with exit code {code} ({at}).")
    who = ranks((first.rank,))
    said = told.format(
        who=f"{who[0].lower()}{who[1:]}",
        host=first.host,
        time=first.time.replace("_", " "),
        code=first.exitcode,
        at=shown_at(file, first.line),
    )
    return FirstDown((first.rank,), "ended first", first.host, file, first.line, first.time, said=said)
