"""The job and the wishes -> the whole file, section by section, with progress for whoever watches."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import time
from collections.abc import Callable

from kb.collect import moved, plan
from kb.collect.job import Job
from kb.collect.report import Report
from kb.collect.running import attempts, gentle

PAUSE = 5.0
LONGEST_COMMAND = 300


def collect(
    job: Job, report: Report, wishes: plan.Wishes, pause: float = PAUSE, progress: Callable[[str], None] | None = None
) -> None:
    """Writes every section but the end. What is absent is said in its section; nothing here raises for it."""
    report.begin(_facts())
    report.section("job", table(job))
    probes, found = plan.probes(job, wishes), []
    for outcome in attempts.outcomes(probes, pause, gentle.heavy_at_once()):
        found.append(outcome)
        report.outcome(outcome)
        if progress:
            progress(f"{len(found)}/{len(probes)} {outcome.probe.heading}")
    if text := moved.report(found):
        report.section("moved between the samples", text)


def _facts() -> dict[str, str]:
    return {
        "host": platform.node(),
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "collector": f"pid {os.getpid()} uid {os.geteuid()} Python {platform.python_version()}",
        "arguments": shlex.join(sys.argv[1:]),
    }


def table(job: Job) -> str:
    """One line a process, then what could not be read."""
    head = f"{'pid':>8} {'parent':>8} {'rank':>5} {'local':>5} {'role':<8} {'uid':>6} {'started':<20} command"
    rows = [
        f"{p.pid:>8} {p.parent:>8} {p.rank:>5} {p.variables.get('LOCAL_RANK', '?'):>5} {p.role:<8} {p.uid:>6} "
        f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(p.started))} {_command(p)}"
        for p in job.processes
    ]
    notes = [f"note: {note}" for note in (*job.notes, *plan.left_out(job))]
    notes += ["note: the job has ended; this is how it was when it was last looked at"] if job.ended else []
    return "\n".join([head, *rows, *notes] if rows else ["absent: no process of a job was seen here", *notes]) + "\n"


def _command(process) -> str:
    text = " ".join(process.command) or f"[{process.name}]"
    # One line a process, whatever is in its arguments.
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_COMMAND else text[:LONGEST_COMMAND] + " …"
