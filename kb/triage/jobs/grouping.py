"""All logs -> the jobs that they are of, in the order of their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from kb.triage.jobs.job import Job, LogFile, Place
from kb.triage.jobs.naming import place
from kb.triage.sources.source import Source


def jobs(sources: Iterable[Source], own: Callable[[str], Place | None] | None = None) -> list[Job]:
    """Each log is in one job, and each job's name is its own."""
    found: dict[tuple[str, str], list[LogFile]] = defaultdict(list)
    for source in sources:
        told = place(source.name, own)
        found[told.job, told.rule].append(LogFile(source, told.rank, told.node, told.attempt))
    taken: set[str] = set()
    made = []
    for (name, rule), files in sorted(found.items(), key=lambda item: _natural(item[0][0])):
        unique = name if name not in taken else f"{name} ({rule})"
        taken.add(unique)
        made.append(Job(unique, rule, tuple(sorted(_honest(files, rule), key=lambda file: _natural(file.source.name)))))
    return made


def _honest(files: list[LogFile], rule: str) -> list[LogFile]:
    """torchrun numbers a folder's ranks from 0 on every node: of several folders they are no ranks of the job."""
    folders = {file.source.name.rsplit("/", 3)[0] for file in files}
    if rule != "torchrun" or len(folders) == 1:
        return files
    return [replace(file, rank="") for file in files]


def _natural(name: str) -> list[tuple[int, str]]:
    """rank2 before rank10."""
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d{1,18})", name)]
