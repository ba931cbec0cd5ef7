"""Logs -> OUT/jobs.jsonl, and what is made of it: the order of the work, which every way of running it shares."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.triage.jobs.grouping import jobs
from kb.triage.jobs.job import Job
from kb.triage.jobs.naming import own_rule
from kb.triage.records.identity import identity
from kb.triage.records.ledger import SPOOL, Ledger
from kb.triage.sources.listing import listed
from kb.triage.sources.source import Unread

# Answers jobs in any order: by processes of this machine, or by a cluster's.
Answering = Callable[[Sequence[Job]], Iterator[tuple[Job, bytes]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants: logs at `paths`, a line a job in `out`; `pattern` is their own way to tell jobs apart."""

    paths: tuple[str, ...]
    out: Path
    pattern: re.Pattern[str] | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done: all jobs, those that have no answer yet, and the places that cannot be read at all."""

    jobs: tuple[Job, ...]
    left: tuple[Job, ...]
    unread: tuple[Unread, ...]
    left_out: int
    ledger: Ledger

    @property
    def bytes_left(self) -> int:
        return sum(job.size for job in self.left)


def prepared(asked: Asked, content: Path) -> Work:
    """Lists and groups the logs, and opens OUT. Raises OtherRun, and OSError where OUT cannot be written."""
    spool = asked.out.absolute() / SPOOL  # another machine may read it
    asked.out.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(spool, ignore_errors=True)  # of a run that was killed
    found = listed(asked.paths, spool)
    everything = jobs(found.sources, own_rule(asked.pattern) if asked.pattern else None)
    ledger = Ledger(asked.out, identity(everything, content), asked.again)
    # The largest first: else the last one may keep a single core busy while the others are done.
    left = sorted((job for job in everything if job.name not in ledger.done), key=lambda job: job.size, reverse=True)
    return Work(tuple(everything), tuple(left), found.unread, found.left_out, ledger)


def answer(work: Work, answering: Answering) -> Iterator[Job]:
    """Answers what is left, each job once; yields it when its line is written. What was unpacked is removed."""
    try:
        for job, line in answering(work.left):
            work.ledger.add(job.name, line)
            yield job
    finally:
        shutil.rmtree(work.ledger.folder / SPOOL, ignore_errors=True)
