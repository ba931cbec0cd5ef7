"""Rows -> runs: of each job no more than the figures need, in the order of time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from kb.triage.answers.row import Row
from kb.triage.figures.shapes import Shapes

ENDING = re.compile(r"\.(?:log|out|err|txt|stdout|stderr)(?:\.\d{1,3})?(?:\.(?:gz|zst|bz2|xz))?$", re.IGNORECASE)
# What says nothing of what was run.
NO_NAME = re.compile(r"(?:slurm|jobs?|logs?|runs?|out|err|std(?:out|err)|none|rank|node|[#_./\s-])*")
TORCHRUN_RANDOM = re.compile(r"_[a-z0-9_]{8}$")


@dataclass(frozen=True, slots=True)
class Run:
    """One job as the figures see it. `way` is how it failed: an entry's slug or an unknown shape's number, or nothing.

    `family` is what its job and its retries have in common in their names; empty where a name says nothing.
    """

    job: str
    state: str
    failed: bool
    good: bool
    slug: str
    way: str
    family: str
    node: str
    nodes: tuple[str, ...]
    began: datetime | None
    ended: datetime | None
    gpu_hours: float
    example: str


def runs(rows: Iterable[Row], shapes: Shapes) -> list[Run]:
    """In the order of their beginnings; those whose logs say no time come last. Fills `shapes` with what is unknown."""
    found = [_run(row, shapes) for row in rows]
    return sorted(found, key=lambda run: (run.began is None, run.began or datetime.min, _natural(run.job)))


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d{1,18})", name)]


def _run(row: Row, shapes: Shapes) -> Run:
    slug = row.slug if row.state == "known" else ""
    unknown = row.unexplained if row.state == "unknown" else None
    return Run(
        job=row.job,
        state=row.state,
        failed=row.failed,
        good=row.good,
        slug=slug,
        way=slug or (shapes.add(unknown.text, row.job) if unknown else ""),
        family=family(row),
        node=row.node if row.node in row.nodes else "",
        nodes=row.nodes,
        began=datetime.fromisoformat(row.begins) if row.begins else None,
        ended=datetime.fromisoformat(row.ends) if row.ends else None,
        gpu_hours=row.gpu_hours or 0.0,
        example=row.evidence[0].text if slug and row.evidence else "",
    )


def family(row: Row) -> str:
    """llama-45678.out and llama-45679.out are both llama-#."""
    name = row.files[0] if row.rule in ("slurm", "file") and row.files else row.job
    if row.rule == "torchrun":
        name = TORCHRUN_RANDOM.sub("", name)
    told = re.sub(r"\d+", "#", ENDING.sub("", name))
    return "" if NO_NAME.fullmatch(told.lower()) else told
