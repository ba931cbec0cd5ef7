"""Entries x releases of torch -> runs, one at a time, a release after another, so that each is built once."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kb.runner.job import Job
from kb.runner.matrix.environments import Environments
from kb.runner.matrix.fit import too_old, unfit
from kb.runner.planning.requires import lacking
from kb.runner.recording import matrix, record
from kb.runner.running import interpreter
from kb.runner.running.program import Place
from kb.runner.session import ALL_WELL, INTERRUPTED, NOTHING_RAN, SOME_NOT, Session


@dataclass(slots=True)
class Sweep:
    """`place` says how programs are run; each release's interpreter takes the place of its own."""

    environments: Environments
    place: Place
    recording: bool
    tries: int = 1
    tell: Callable[[str], None] = print
    seen: dict[str, list[str]] = field(default_factory=dict)
    ghosts: dict = field(default_factory=dict)
    stopped: bool = False
    broke: bool = False

    def run(self, jobs: list[Job], releases: list[str]) -> int:
        """Runs all and tells a line an entry at the end. Returns the runner's exit status.

        0 means that all ran, whatever the releases showed, since that is what a matrix is to find out.
        """
        for release in releases:
            if self.stopped:
                break
            try:
                self._release(release, [replace(job) for job in jobs])
            except interpreter.NoEnvironment as reason:
                self.tell(f"torch {release} is left out: {reason}")
            except KeyboardInterrupt:
                self.stopped = True
        for slug, told in self.seen.items():
            self.tell(f"{slug}: {'; '.join(told)}")
        if self.stopped:
            return INTERRUPTED
        return SOME_NOT if self.broke else ALL_WELL if self.seen else NOTHING_RAN

    def _release(self, release: str, jobs: list[Job]) -> None:
        python = self.environments.interpreter(release)
        found = interpreter.probe(python)
        for job in jobs:
            if job.plan and (reason := unfit(job.plan, python)):
                self.tell(f"- {job.slug}: not in the matrix: {reason}")
                job.plan = None
        fit = [job for job in jobs if job.plan]
        session = Session(
            replace(self.place, python=python, ghosts=self.ghosts), found, tries=self.tries, keep=self._keep
        )
        session.run(fit)
        self.stopped = session.stopped
        self.broke |= any(job.broke for job in fit)
        for job in fit:
            if older := lacking(job.plan.how.requires, found):
                self._put(job, matrix.not_run(job.plan, found["torch"], f"requires {', '.join(older)}", _today()))

    def _keep(self, job: Job, found: dict) -> None:
        told = (job.shown, job.tries)
        if lacks := too_old(job.done.broken.log, job.done.fixed.log):
            self._put(
                job, matrix.not_run(job.plan, found["torch"], f"its programs need a newer torch: {lacks}", _today())
            )
            return
        self._put(job, record.line_for(job.plan, job.done.verdict, found, _today(), job.done.folders, told))

    def _put(self, job: Job, line: dict) -> None:
        cell = matrix.cell(line)
        self.seen.setdefault(job.slug, []).append(f"{cell.torch} {cell.broken}")
        if self.recording:
            matrix.keep(job.plan, line)


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.timezone.utc).date()
