"""Starts the job itself, passes on all that it prints and every signal, and collects when it fails or falls silent."""

from __future__ import annotations

import contextlib
import os
import platform
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from kb.collect import job
from kb.collect.collecting import collect
from kb.collect.plan import Wishes
from kb.collect.report import Report
from kb.collect.running import gentle
from kb.collect.watching.passing import Passing
from kb.collect.watching.rhythm import Fixed, Learnt
from kb.collect.watching.terminal import Ends

NOT_EXECUTABLE, NOT_STARTED = 126, 127
PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGQUIT")
# A job that falls silent again and again is not collected forever.
MOST_TIMES = 3
# Seconds after the start at which the job's processes are looked up: a dead job still has its ranks.
LOOKS = (2.0, 10.0, 30.0, 90.0, 300.0)
# Seconds for what a job that has ended left in its pipes; a grandchild that holds them open is not waited for.
LAST_WORDS = 1.0
# What is done with a collected file, in a process of its own: the file, why it was written, whether the job ended.
Then = Callable[[Path, str, bool], None]


class Beside(Protocol):
    """Work of its own while the job runs."""

    def step(self) -> None:
        """Called several times a second."""

    def stop(self) -> None:
        """Called before somebody waits for what is done with a file, and at the end."""


def watch(
    command: list[str],
    rhythm: Fixed | Learnt,
    output: Path | None,
    wishes: Wishes,
    pause: float,
    then: Then | None = None,
    beside: Beside | None = None,
) -> int:
    """The command's own exit status; ends by its signal where a signal ended it."""
    path = output or Path(f"collect-{platform.node()}-{time.strftime('%Y%m%d-%H%M%S')}.txt")
    ends = Ends()
    try:
        process = _start(command, ends)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_STARTED if isinstance(error, FileNotFoundError) else NOT_EXECUTABLE
    status = _Watched(process, Passing(ends.ours, rhythm), path, wishes, pause, then, beside).run()
    return _end_alike(-status) if status < 0 else status


def _start(command: list[str], ends: Ends) -> subprocess.Popen:
    # Into a pipe Python would print late, in blocks; the silence would be ours.
    environment = {"PYTHONUNBUFFERED": "1", **os.environ}
    try:
        return subprocess.Popen(command, stdout=ends.of_job[0], stderr=ends.of_job[1], env=environment)
    finally:
        ends.close_those_of_the_job()


def _end_alike(number: int) -> int:
    """Ends this process by the signal that ended the job, without a core of our own."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):  # SIGKILL has no handler to take away
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number


class _Watched:
    """A running job, the last look at its processes, and the collector that may be at work beside it."""

    def __init__(
        self,
        process: subprocess.Popen,
        passing: Passing,
        path: Path,
        wishes: Wishes,
        pause: float,
        then: Then | None,
        beside: Beside | None,
    ):
        self.process, self.passing, self.path, self.wishes = process, passing, path, wishes
        self.pause, self.then, self.after, self.beside = pause, then, None, beside
        self.began, self.looks, self.last_seen = time.monotonic(), list(LOOKS), job.Job([], [], ended=True)
        self.times, self.collector, self.collected_at = 0, 0, 0.0

    def run(self) -> int:
        """Until the job has ended, all that it printed is passed on, and what there is to collect is collected."""
        for name in PASSED_ON:
            signal.signal(getattr(signal, name), self._pass_on)
        while self.process.poll() is None:
            self.passing.step(0.2)
            self._look()
            if self.beside:
                self.beside.step()
            self._mind_the_silence()
        self.passing.drain(LAST_WORDS)
        self._wait_for_collector()
        if status := self.process.returncode:
            self._collect(f"it ended with {_status(status)}", self.last_seen)
            self._wait_for_collector()
        self._stop_beside()
        return status

    def _stop_beside(self) -> None:
        if self.beside:
            self.beside.stop()

    def _pass_on(self, number: int, _frame: object) -> None:
        # Ctrl-C in a terminal has reached the job already: it goes to the whole group.
        if number not in (signal.SIGINT, signal.SIGQUIT) or not _in_foreground():
            with contextlib.suppress(OSError):
                self.process.send_signal(number)

    def _look(self) -> None:
        if self.looks and time.monotonic() - self.began > self.looks[0]:
            self.looks.pop(0)
            seen = job.find([self.process.pid])
            if len(seen.processes) >= len(self.last_seen.processes):
                self.last_seen = job.Job(seen.processes, [], ended=True)

    def _mind_the_silence(self) -> None:
        self._wait_for_collector(block=False)
        silent, again = self.passing.silent, self.passing.spoke > self.collected_at
        if silent > self.passing.rhythm.limit and again and self.times < MOST_TIMES and not self.collector:
            self._collect(f"it printed nothing for {silent / 60:.1f} minutes", job.find([self.process.pid]))

    def _collect(self, why: str, found: job.Job) -> None:
        """In a process of its own: the job's output must go on meanwhile."""
        self.times, self.collected_at = self.times + 1, time.monotonic()
        why += f", {self.collected_at - self.began:.0f} s after it began"
        path = self.path if self.times == 1 else self.path.with_name(f"{self.path.stem}-{self.times}{self.path.suffix}")
        self.after = partial(self.then, path, why, found.ended) if self.then else None
        self.collector = self._forked(partial(self._be_the_collector, path, why, found), polite=True)

    def _forked(self, work: Callable[[], None], polite: bool) -> int:
        """A process of its own that no signal for the job reaches; `polite` leaves the processor to others."""
        if number := os.fork():
            return number
        try:
            for name in PASSED_ON:
                signal.signal(getattr(signal, name), signal.SIG_DFL)
            gentle.own_session(polite)
            if polite:
                gentle.yield_to_others()
            work()
        except Exception as error:
            print(f"[collect] failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(0)

    def _wait_for_collector(self, block: bool = True) -> None:
        """For the collector, and for what is done with its file after it: that somebody waits for."""
        while self.collector:
            if os.waitpid(self.collector, os.WNOHANG)[0]:
                self._stop_beside()
                self.collector = self._forked(self.after, polite=False) if self.after else 0
                self.after = None
            elif block:
                self.passing.step(0.1)
            else:
                return

    def _be_the_collector(self, path: Path, why: str, found: job.Job) -> None:
        print(f"[collect] {why}: writing {path}", file=sys.stderr, flush=True)
        end = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(end, "w", encoding="utf-8", errors="replace") as stream:
            report = Report(stream)
            collect(found, report, self.wishes, self.pause)
            report.section("watched command", f"why: {why}\npid: {self.process.pid}\n")
            report.section("output of the watched command", self.passing.last_words() or "absent: it printed nothing\n")
            report.end()


def _status(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"


def _in_foreground() -> bool:
    with contextlib.suppress(OSError):
        return os.tcgetpgrp(0) == os.getpgrp()
    return False
