"""Runs -> jobs that were started again and failed the same way again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kb.triage.figures.runs import Run


@dataclass(frozen=True, slots=True)
class Retried:
    """`jobs` of one family failed one after another in one `way`; `gpu_hours` are those of all but the first."""

    family: str
    way: str
    jobs: tuple[str, ...]
    gpu_hours: float


def retried(runs: Iterable[Run]) -> list[Retried]:
    """Of runs in the order of time; the longest series first. A run that went well, or failed otherwise, ends one."""
    families: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        if run.family:
            families[run.family].append(run)
    found = [one for own in families.values() for series in _series(own) if (one := _retried(series))]
    return sorted(found, key=lambda one: (-len(one.jobs), -one.gpu_hours, one.family))


def _series(own: list[Run]) -> list[list[Run]]:
    """Neighbours that failed in the same way together."""
    found: list[list[Run]] = []
    for run in own:
        if found and run.failed and run.way and found[-1][-1].way == run.way:
            found[-1].append(run)
        else:
            found.append([run])
    return found


def _retried(series: list[Run]) -> Retried | None:
    if len(series) < 2:
        return None
    first = series[0]
    hours = sum(run.gpu_hours for run in series[1:])
    return Retried(first.family, first.way, tuple(run.job for run in series), round(hours, 1))
