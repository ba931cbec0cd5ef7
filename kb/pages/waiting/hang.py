"""Hang -> the table and the small picture of who waited where."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.down.hang import Hang
from kb.language import gettext, marked
from kb.reading.timeouts.waits import Wait

MOST_RANKS = 64
STATES = {
    "failed": marked("went down"),
    "differing": marked("called another"),
    "behind": marked("behind"),
    "absent": marked("did not join"),
}
# Width of the picture's bars, in the SVG's own units.
WIDTH = 120


@dataclass(frozen=True, slots=True)
class RankView:
    """One row: a rank and what its own lines say; `lag` is how many collectives it is behind, `bar` its picture."""

    rank: int
    state: str
    blamed: bool = False
    group: str = ""
    collective: str = ""
    sequence: str = ""
    elements: str = ""
    completed: str = ""
    lag: str = ""
    bar: int = 0
    file: str = ""
    line: int = 0
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class HangView:
    """What _hang.html may read; columns that no rank has a value for are left out."""

    sentences: tuple[str, ...]
    ranks: tuple[RankView, ...]
    hidden: int
    has_group: bool
    has_sequence: bool
    has_elements: bool
    has_completed: bool
    width: int = WIDTH


def hang_view(hang: Hang, anchor_of) -> HangView:
    """`anchor_of(line, file)` names a line's place in the log on the same page."""
    furthest = _furthest(hang)
    most = max((furthest[w.group] - w.completed for w in hang.waits if w.completed is not None), default=0)
    # A hostile paste has ten thousand: only those that are shown are made.
    against = {rank: state for state in STATES for rank in getattr(hang, state)}
    first = sorted(hang.waits, key=lambda wait: (wait.rank not in against, wait.rank, wait.group))[:MOST_RANKS]
    rows = [_waited(wait, against.get(wait.rank, ""), furthest[wait.group], most, anchor_of) for wait in first]
    waited = {wait.rank for wait in hang.waits}
    rows += [RankView(rank, gettext("went down: see above"), blamed=True) for rank in hang.failed if rank not in waited]
    rows += [RankView(rank, gettext("waited (line cut off)")) for rank in hang.cut]
    rows += [RankView(rank, gettext("no line: suspected")) for rank in hang.suspected]
    rows.sort(key=lambda row: (not row.blamed, row.rank, row.group))
    shown = tuple(rows[:MOST_RANKS])
    has = {
        f"has_{name}": any(getattr(row, name) for row in shown)
        for name in ("group", "sequence", "elements", "completed")
    }
    hidden = len(rows) - len(shown) + len(hang.waits) - len(first)
    return HangView(hang.sentences, shown, hidden, **has)


def _furthest(hang: Hang) -> dict[str, int]:
    """Group -> how many collectives its furthest rank had completed."""
    furthest = dict.fromkeys((wait.group for wait in hang.waits), -1)
    for wait in hang.waits:
        if wait.completed is not None:
            furthest[wait.group] = max(furthest[wait.group], wait.completed)
    return furthest


def _waited(wait: Wait, state: str, furthest: int, most: int, anchor_of) -> RankView:
    lag = furthest - wait.completed if wait.completed is not None else None
    return RankView(
        rank=wait.rank,
        state=gettext(STATES[state]) if state else gettext("in no collective") if wait.is_idle else gettext("waited"),
        blamed=bool(state),
        group=wait.group,
        collective=wait.op,
        sequence=_shown(wait.seq),
        elements=_shown(wait.numel_in),
        completed=gettext("none") if wait.completed == -1 else _shown(wait.completed),
        lag="" if lag is None else f"-{lag:,}" if lag else "0",
        bar=round(WIDTH * lag / most) if lag else 0,
        file=wait.file,
        line=wait.line,
        anchor=anchor_of(wait.line, wait.file),
    )


def _shown(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
