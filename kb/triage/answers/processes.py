"""Jobs -> their lines, by as many processes as there are cores; one that dies takes no other job with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain

import msgspec

from kb.diagnosis.matcher import Matcher
from kb.language import gettext
from kb.triage.answers.answer import answered
from kb.triage.answers.row import Row
from kb.triage.jobs.job import Job

# So many handfuls of jobs a process wait to be answered: enough that none is idle, few enough to be bounded.
WAITING = 4
# Handing a job over costs the parent a tenth of the time in which a small one is answered: small ones go together.
MOST_TOGETHER, ENOUGH_BYTES = 8, 1 << 20
# What a forked process finds here: its parent's matcher, which is never copied.
_matcher: Matcher | None = None


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def lines(jobs: Iterable[Job], matcher: Matcher, processes: int) -> Iterator[tuple[Job, bytes]]:
    """Each job with its line of JSON, in the order in which they are done.

    A process that is killed, as by the kernel for its memory, loses what it and its fellows were at: those jobs are
    answered again, each alone; one that kills a second time is a row that says so.
    """
    left, suspects = iter(jobs), []
    while True:
        yield from _by_a_pool(left, matcher, processes, suspects)
        if not suspects:
            return
        for job in suspects:
            yield job, _alone(job, matcher)
        suspects.clear()


def _by_a_pool(
    left: Iterator[Job], matcher: Matcher, processes: int, suspects: list[Job]
) -> Iterator[tuple[Job, bytes]]:
    """Until nothing is left, or the pool broke: then `suspects` are the jobs that nobody answered."""
    waiting: dict[Future[list[bytes]], list[Job]] = {}
    taken: list[Job] = []
    with _pool(matcher, processes) as pool:
        try:
            while True:
                while len(waiting) < processes * WAITING and (taken := _handful(left)):
                    waiting[pool.submit(_lines, taken)] = taken
                    taken = []
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    made = future.result()
                    yield from zip(waiting.pop(future), made, strict=True)
        except BrokenProcessPool:
            suspects += [*chain.from_iterable(waiting.values()), *taken]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _handful(left: Iterator[Job]) -> list[Job]:
    """The next job, or the next few where they are small; none where none is left."""
    taken: list[Job] = []
    for job in left:
        taken.append(job)
        if len(taken) == MOST_TOGETHER or sum(one.size for one in taken) >= ENOUGH_BYTES:
            break
    return taken


def _lines(jobs: list[Job]) -> list[bytes]:
    return [line(job) for job in jobs]


def _alone(job: Job, matcher: Matcher) -> bytes:
    with _pool(matcher, 1) as pool:
        try:
            return pool.submit(line, job).result()
        except BrokenProcessPool:
            return _gave_up(job, gettext("the process that read it was killed, twice: perhaps for its memory"))


def _gave_up(job: Job, why: str) -> bytes:
    names = tuple(file.source.name for file in job.files)
    return msgspec.json.encode(Row(job.name, job.rule, "unread", names, unread={job.name: why}))


def use(matcher: Matcher) -> None:
    """What `line` answers with, in this process and in those that it forks."""
    global _matcher
    _matcher = matcher


def _pool(matcher: Matcher, processes: int) -> ProcessPoolExecutor:
    use(matcher)
    return ProcessPoolExecutor(processes, multiprocessing.get_context("fork"), _begin)


def _begin() -> None:
    """Ctrl-C is the parent's to handle, and nobody reads on for a parent that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    multiprocessing.parent_process().join()
    os._exit(1)


def line(job: Job) -> bytes:
    """In a process of its own. A fault of our own on one log is told in its row, and ends nothing."""
    try:
        return msgspec.json.encode(answered(job, _matcher))
    except Exception as error:
        return _gave_up(job, gettext("a fault of Rank Down: {error!r}").format(error=error))
