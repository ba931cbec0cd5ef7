"""Hang -> the table and the small picture of who waited where."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.hang import Hang, Wait

MOST_RANKS = 64
# Width of the picture's bars, in the SVG's own units.
WIDTH = 120


@dataclass(frozen=True, slots=True)
class RankView:
    """One row: a rank that waited, or one that was never heard of; `bar` is how far it had come, up to WIDTH."""

    rank: int
    state: str
    group: str = ""
    collective: str = ""
    sequence: str = ""
    elements: str = ""
    completed: str = ""
    bar: int = 0
    line: int = 0
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class HangView:
    """What _hang.html may read."""

    sentences: tuple[str, ...]
    ranks: tuple[RankView, ...]
    hidden: int
    width: int = WIDTH


def hang_view(hang: Hang, anchor_of) -> HangView:
    """`anchor_of(line, file)` names a line's place in the log on the same page."""
    most = max((wait.completed or 0 for wait in hang.waits), default=0)
    rows = [_waited(wait, hang, most, anchor_of) for wait in hang.waits]
    rows += [RankView(rank, "no line: suspected") for rank in hang.suspected]
    rows.sort(key=lambda row: (row.rank, row.group))
    return HangView(hang.sentences, tuple(rows[:MOST_RANKS]), max(0, len(rows) - MOST_RANKS))


def _waited(wait: Wait, hang: Hang, most: int, anchor_of) -> RankView:
    come = 0 if wait.completed is None or wait.completed < 0 else wait.completed
    return RankView(
        rank=wait.rank,
        state="behind" if wait.rank in hang.behind else "waited",
        group=wait.group,
        collective=wait.op,
        sequence=_shown(wait.seq),
        elements=_shown(wait.numel_in),
        completed=_shown(wait.completed),
        bar=round(WIDTH * come / most) if most > 0 else 0,
        line=wait.line,
        anchor=anchor_of(wait.line, wait.file),
    )


def _shown(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
