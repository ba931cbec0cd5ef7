"""Jobs -> what a person reads: one block an entry as it ends, a live line meanwhile, one line at the end."""

from __future__ import annotations

import sys
import threading
import time

from kb.runner.job import Job
from kb.runner.judging.verdict import VERIFIED

REFRESH_SECONDS = 0.5


def report(job: Job) -> str:
    """What came of one entry; where it is not as promised, what was expected and what was seen, side by side."""
    if job.done is None:
        return f"- {job.slug}: not run here: {job.reason}"
    verdict = job.done.verdict
    word = "ok  " if verdict.word == VERIFIED else "FAIL"
    lines = [f"{word} {job.slug}  broken {verdict.broken.seconds} s, fixed {verdict.fixed.seconds} s"]
    for name, side in (("broken", verdict.broken), ("fixed", verdict.fixed)):
        lines += [f"     {name}: {side.outcome}"] + [f"       {item[:160]}" for item in side.evidence[:2]]
        lines += [f"     {name} is not as the entry says: {reason}" for reason in side.wrong]
    if verdict.word != VERIFIED and verdict.shown != "its failure":
        lines.append(f"     broken showed {verdict.shown}: {MEANING[verdict.shown]}")
    return "\n".join(lines)


MEANING = {
    "another failure": "news about this version, which revokes nothing; read the log before changing the entry",
    "no failure": "with this version the failure does not occur",
    "nothing": "the run itself did not work, so nothing follows from it",
}


def summary(jobs: list[Job], torch: str, stopped: bool) -> str:
    """The last line: verified, failed, not run, and with what."""
    done = [job for job in jobs if job.done]
    good = sum(job.state == VERIFIED for job in done)
    end = "stopped: " if stopped else ""
    with_what = f"torch {torch}" if torch else "no torch in this interpreter"
    return f"{end}{good} of {len(done)} verified, {len(jobs) - len(done)} not run here, {with_what}"


class Progress:
    """A live line on a terminal; nothing when piped, and nothing where rich is not installed."""

    def __init__(self, jobs: list[Job]):
        self.jobs, self.stop = jobs, threading.Event()
        self.thread = threading.Thread(target=self._show, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> Progress:
        if self.thread:
            self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop.set()
        if self.thread:
            self.thread.join()

    def _show(self) -> None:
        try:
            from rich.console import Console
            from rich.status import Status
        except ImportError:
            return
        with Status("", console=Console(stderr=True)) as status:
            while not self.stop.wait(REFRESH_SECONDS):
                status.update(self.line(time.monotonic()))

    def line(self, now: float) -> str:
        """How many are done, and of each running program its seconds and its limit."""
        running = [
            f"{job.slug} {job.state} {now - job.began:.0f}/{job.plan.how.seconds} s"
            for job in self.jobs
            if job.plan and job.running
        ]
        finished = sum(job.done is not None for job in self.jobs)
        return f"{finished}/{len(self.jobs)}  " + "  ".join(running)
