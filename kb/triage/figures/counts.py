"""Runs -> how many failed in which way, on which day and at which hour, and what that cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.triage.figures.runs import Run


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry that lines proved: in how many jobs, on how many nodes, at what cost, and one such line."""

    slug: str
    count: int
    nodes: int
    gpu_hours: float
    job: str
    example: str


@dataclass(frozen=True, slots=True)
class Counted:
    """`days` and `hours` count failures by the log's own clock, each day between the first and the last."""

    states: dict[str, int]
    entries: tuple[Entry, ...]
    days: tuple[tuple[str, int, int], ...]
    hours: tuple[int, ...]
    gpu_hours: float
    without_time: int
    without_hours: int


def counted(runs: Sequence[Run]) -> Counted:
    failed = [run for run in runs if run.failed]
    hours = Counter(run.ended.hour for run in failed if run.ended)
    return Counted(
        states=dict(Counter(run.state for run in runs)),
        entries=tuple(_entries(runs)),
        days=tuple(_days(runs)),
        hours=tuple(hours[hour] for hour in range(24)),
        gpu_hours=round(sum(run.gpu_hours for run in failed), 1),
        without_time=sum(run.ended is None for run in failed),
        without_hours=sum(not run.gpu_hours for run in failed),
    )


def _entries(runs: Iterable[Run]) -> list[Entry]:
    by_slug: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        if run.slug:
            by_slug[run.slug].append(run)
    found = [
        Entry(
            slug=slug,
            count=len(own),
            nodes=len({name for run in own for name in ([run.node] if run.node else run.nodes)}),
            gpu_hours=round(sum(run.gpu_hours for run in own), 1),
            job=own[0].job,
            example=own[0].example,
        )
        for slug, own in by_slug.items()
    ]
    return sorted(found, key=lambda entry: (-entry.count, entry.slug))


def _days(runs: Iterable[Run]) -> list[tuple[str, int, int]]:
    """(day, failed, all) of every day on which a run ended."""
    told: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for run in runs:
        if run.ended:
            own = told[run.ended.date().isoformat()]
            own[0] += run.failed
            own[1] += 1
    return [(day, failed, count) for day, (failed, count) in sorted(told.items())]
