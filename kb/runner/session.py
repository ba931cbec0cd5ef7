"""Several jobs, some side by side -> reports as they happen, a summary at the end, and records."""

from __future__ import annotations

import contextlib
import datetime
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from kb.runner.job import BROKE, Job, why_not
from kb.runner.judging.verdict import VERIFIED
from kb.runner.recording import record
from kb.runner.report import Progress, report, summary
from kb.runner.reproduce import reproduce
from kb.runner.running import interpreter
from kb.runner.running.program import Place, Stopped
from kb.runner.supervising import processes

ALL_WELL, SOME_NOT, NOTHING_RAN, INTERRUPTED = 0, 1, 3, 130
# Entries that compete for something are run one after another.
EXCLUSIVE = {"root", "gpu", "multigpu"}
Keep = Callable[[Job, dict], None]


def into_history(job: Job, found: dict) -> None:
    """Adds what came of a job to runs.jsonl, and refreshes the log that the entry's page shows."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    line = record.line_for(job.plan, job.done.verdict, found, today, job.done.folders, (job.shown, job.tries))
    record.append(job.plan, line)
    if job.state == VERIFIED:
        record.capture(job.plan, job.done.broken.log, job.done.folders)


class Session:
    """Runs jobs in one place and keeps the count. `named`: somebody asked for each of these by name.

    `keep` is given each job that is done, with what it was run with, in order to record it.
    """

    def __init__(
        self,
        place: Place,
        found: dict,
        side_by_side: int = 1,
        keep: Keep | None = None,
        tries: int = 1,
        named: bool = False,
    ):
        self.place, self.found, self.keep = place, found, keep
        self.side_by_side, self.tries, self.named = side_by_side, tries, named
        self.jobs: list[Job] = []
        self.stopped = False
        self._printing = threading.Lock()

    def run(self, jobs: list[Job]) -> None:
        """Runs all that can run here; Ctrl-C ends what runs and keeps what is done."""
        self.jobs = jobs
        processes.adopt_orphans()
        before = set(processes.descendants(os.getpid()))
        for job in jobs:
            job.reason = why_not(job, self.found)
        ready = [job for job in jobs if not job.reason]
        alone = [job for job in ready if job.plan and EXCLUSIVE & set(job.plan.how.needs)]
        with Progress(jobs):
            self._run_pool([job for job in ready if job not in alone], self.side_by_side)
            self._run_pool(alone, 1)
        processes.end([pid for pid in processes.descendants(os.getpid()) if pid not in before])
        for job in jobs:
            if job.reason:
                self._say(report(job))
        self._say(summary(jobs, self.found["torch"], self.stopped))

    def _run_pool(self, jobs: list[Job], side_by_side: int) -> None:
        """Waits in short steps: a Ctrl-C reaches this thread only, and only between two of them."""
        pool = ThreadPoolExecutor(side_by_side)
        try:
            futures = [pool.submit(self._run_one, job) for job in jobs]
            while wait(futures, timeout=0.2).not_done:
                pass
        except KeyboardInterrupt:
            self.stopped = True
            self.place.stopping.set()
            self._say("stopping: ending what runs")
        pool.shutdown(wait=True, cancel_futures=True)

    def _run_one(self, job: Job) -> None:
        """One bad entry ends itself, not the session."""
        if self.place.stopping.is_set():
            job.reason = "the session was stopped"
            return
        try:
            self._try(job)
        except Stopped:
            job.reason, job.done = "the session was stopped", None
            return
        except interpreter.NoEnvironment as reason:
            job.reason, job.done = str(reason), None
            return
        except Exception as error:
            job.reason, job.done = f"the runner failed on it: {type(error).__name__}: {error}", None
            job.state = BROKE
            return
        if self.keep:
            self.keep(job, self.found)
        self._say(report(job))

    def _try(self, job: Job) -> None:
        for _ in range(self.tries):
            job.done = reproduce(job.plan, self.place, job.enter)
            job.state = job.done.verdict.word
            job.tries += 1
            job.shown += job.done.verdict.shown == "its failure"
            if job.state == VERIFIED:
                return

    def exit_status(self) -> int:
        """0 all as the entries say, 1 some not, 3 nothing could run; 130 after Ctrl-C."""
        done = [job for job in self.jobs if job.done]
        if self.stopped:
            return INTERRUPTED
        if any(job.state != VERIFIED for job in done) or any(job.broke for job in self.jobs):
            return SOME_NOT
        unrun = len(done) < len(self.jobs)
        return NOTHING_RAN if not done or (self.named and unrun) else ALL_WELL

    def _say(self, text: str) -> None:
        with self._printing, contextlib.suppress(BrokenPipeError):
            print(text, flush=True)
