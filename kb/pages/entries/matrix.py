"""What several releases of torch showed -> the rows of an entry's table, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.schema.entry import Entry
from kb.language import gettext, marked_words
from kb.runner.planning.plan import plan_for
from kb.runner.recording.matrix import Cell, cells

# How the runner says what came of each program; said here so that `make messages` finds them.
BROKEN = marked_words("fails", "fails in another way", "does not fail", "not judged", "not run")
FIXED = marked_words("works", "does not work")
LONGEST_REASON = 160


@dataclass(frozen=True, slots=True)
class Release:
    """One row; `state` is for style sheets, `reason` in English as the runner wrote it, for what did not run."""

    torch: str
    date: str
    state: str
    broken: str
    fixed: str
    reason: str
    stale: bool


def matrix(entry: Entry) -> tuple[Release, ...]:
    """The oldest release first; nothing where none was recorded."""
    plan = plan_for(entry)
    return tuple(_release(cell) for cell in cells(plan)) if plan else ()


def matrix_as_json(entry: Entry) -> list[dict]:
    """The same for programs: the runner's own English words, and its reason in full."""
    plan = plan_for(entry)
    keys = ("torch", "date", "broken", "fixed", "reason", "stale")
    return [{key: getattr(cell, key) for key in keys} for cell in cells(plan)] if plan else []


def _release(cell: Cell) -> Release:
    reason = cell.reason.splitlines()[0][:LONGEST_REASON] if cell.broken == "not run" else ""
    fixed = gettext(cell.fixed) if cell.fixed else ""
    return Release(cell.torch, cell.date, cell.broken, gettext(cell.broken), fixed, reason, cell.stale)
