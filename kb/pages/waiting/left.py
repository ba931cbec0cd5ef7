"""Recorded and Counted -> the table of what each rank's flight recorder held, and what NCCL's RAS said."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.dumps.communicators import Counted
from kb.diagnosis.dumps.recorder import Recorded, Standing

MOST_RANKS = 64


@dataclass(frozen=True, slots=True)
class RankView:
    """One row: a rank, its state, what it waits in, for whom, and where in the program."""

    cells: tuple[str, ...]
    description: str
    blamed: bool
    line: int
    file: str
    anchor: str


@dataclass(frozen=True, slots=True)
class LeftView:
    """What _left.html may read; `counted` are the sentences about NCCL's own report."""

    sentences: tuple[str, ...]
    ranks: tuple[RankView, ...]
    hidden: int
    counted: tuple[str, ...]
    has_frames: bool


def left_view(recorded: Recorded | None, counted: Counted | None, anchor_of) -> LeftView | None:
    """None where there was no dump; `anchor_of(line, file)` names a line's place in the log on the same page."""
    if recorded is None and counted is None:
        return None
    standings = sorted(recorded.standings, key=lambda s: (s.rank not in recorded.ways, s.rank)) if recorded else []
    rows = tuple(_row(standing, recorded, anchor_of) for standing in standings[:MOST_RANKS])
    return LeftView(
        sentences=recorded.sentences if recorded else (),
        ranks=rows,
        hidden=max(0, len(standings) - MOST_RANKS),
        counted=counted.sentences if counted else (),
        has_frames=any(row.cells[-1] for row in rows),
    )


def _row(standing: Standing, recorded: Recorded, anchor_of) -> RankView:
    return RankView(
        cells=standing.cells,
        description=standing.description,
        blamed=standing.rank in recorded.ways,
        line=standing.line,
        file=standing.file,
        anchor=anchor_of(standing.line, standing.file),
    )
