"""Several plans, some side by side -> progress as it happens, a report at the end, and records."""

from __future__ import annotations

import datetime
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kb.runner.judging.verdict import VERIFIED
from kb.runner.planning.plan import Plan
from kb.runner.recording import record
from kb.runner.reproduce import Reproduced, reproduce
from kb.runner.running import interpreter

REFRESH_SECONDS = 0.5


@dataclass(slots=True)
class Job:
    """An entry on its way: waiting, running a program, skipped with a reason, or done."""

    slug: str
    plan: Plan | None
    state: str = "waiting"
    reason: str = ""
    done: Reproduced | None = None
    began: float = 0.0


class Session:
    """Runs jobs against one interpreter and keeps the count."""

    def __init__(self, python: str, found: dict, side_by_side: int, keep: Path | None, recording: bool, tries: int = 1):
        self.python, self.found, self.keep, self.recording = python, found, keep, recording
        self.side_by_side, self.tries = side_by_side, tries
        self.jobs: list[Job] = []
        self._printing = threading.Lock()

    def run(self, jobs: list[Job]) -> None:
        """Runs all; entries that compete for something (root, a GPU) are run one after another at the end."""
        self.jobs = jobs
        has = interpreter.machine_has(self.found)
        for job in jobs:
            job.reason = _why_not(job, has)
        ready = [job for job in jobs if not job.reason]
        alone = [job for job in ready if job.plan and {"root", "gpu", "multigpu"} & set(job.plan.how.needs)]
        with _Progress(self):
            with ThreadPoolExecutor(self.side_by_side) as pool:
                list(pool.map(self._run_one, [job for job in ready if job not in alone]))
            for job in alone:
                self._run_one(job)
        for job in jobs:
            if job.reason:
                self._say(f"- {job.slug}: not run here: {job.reason}")
        self._say(self._summary())

    def _run_one(self, job: Job) -> None:
        job.began = time.monotonic()
        try:
            for _ in range(self.tries):
                job.done = reproduce(job.plan, self.python, lambda state: setattr(job, "state", state), self.keep)
                if job.done.verdict.word == VERIFIED:
                    break
        except interpreter.NoEnvironment as reason:
            job.reason = str(reason)
            return
        job.state = job.done.verdict.word
        if self.recording:
            today = datetime.date.today()
            line = record.line_for(job.plan, job.done.verdict, self.found, today, job.done.folders)
            record.append(job.plan, line)
            if job.state == VERIFIED:
                record.capture(job.plan, job.done.broken.log, job.done.folders)
        self._say(report(job))

    def exit_status(self) -> int:
        done = [job for job in self.jobs if job.done]
        if not done:
            return 3
        return 0 if all(job.state == VERIFIED for job in done) else 1

    def _summary(self) -> str:
        done = [job for job in self.jobs if job.done]
        good = sum(job.state == VERIFIED for job in done)
        return f"{good} of {len(done)} verified, {len(self.jobs) - len(done)} not run here, torch {self.found['torch']}"

    def _say(self, text: str) -> None:
        with self._printing:
            print(text, flush=True)


def _why_not(job: Job, has: set[str]) -> str:
    if job.plan is None:
        return "the entry has no programs"
    missing = [need for need in job.plan.how.needs if need not in has]
    return f"this machine lacks {', '.join(missing)}" if missing else ""


def report(job: Job) -> str:
    """What came of one entry; where it is not as promised, what was expected and what was seen, side by side."""
    verdict = job.done.verdict
    word = "ok  " if verdict.word == VERIFIED else "FAIL"
    lines = [f"{word} {job.slug}  broken {verdict.broken.seconds} s, fixed {verdict.fixed.seconds} s"]
    for name, side in (("broken", verdict.broken), ("fixed", verdict.fixed)):
        lines += [f"     {name}: {side.outcome}"] + [f"       {item[:160]}" for item in side.evidence[:2]]
        lines += [f"     {name} is not as the entry says: {reason}" for reason in side.wrong]
    return "\n".join(lines)


class _Progress:
    """A live line on a terminal; nothing when piped."""

    def __init__(self, session: Session):
        self.session, self.stop = session, threading.Event()
        self.thread = threading.Thread(target=self._show, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> _Progress:
        if self.thread:
            self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop.set()
        if self.thread:
            self.thread.join()

    def _show(self) -> None:
        from rich.console import Console
        from rich.status import Status

        with Status("", console=Console(stderr=True)) as status:
            while not self.stop.wait(REFRESH_SECONDS):
                status.update(self._line())

    def _line(self) -> str:
        jobs, now = self.session.jobs, time.monotonic()
        running = [
            f"{j.slug} {j.state} {now - j.began:.0f} s" for j in jobs if j.state in ("broken", "fixed") and not j.reason
        ]
        finished = sum(j.done is not None for j in jobs)
        return f"{finished}/{len(jobs)}  " + "  ".join(running)
