"""`python -m kb.collect`: gathers, read-only, what a frozen, slow or dead job shows on this machine, into one file.

Exit status: 0 a job's processes were found, 1 none were (the machine's state is written all the same), 2 bad usage,
3 the file could not be written, 130 interrupted (what was there is written). With --watch: the command's own status, or
its signal; 127 where it could not be started.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import TextIO

from kb.collect import job
from kb.collect.collecting import PAUSE, collect
from kb.collect.plan import Wishes
from kb.collect.progress import Progress
from kb.collect.report import Report
from kb.collect.running import gentle
from kb.collect.watching.rhythm import Fixed
from kb.collect.watching.watch import watch

FOUND, NO_JOB, BAD_USAGE, NOT_WRITTEN, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: list[str] | None = None) -> int:
    return run(parser().parse_args(arguments))


def run(options: argparse.Namespace) -> int:
    """Does what was asked for and returns the exit status."""
    if problem := _unusable(options):
        parser(options.program).error(problem)
    if not Path("/proc/self/stat").exists():
        print("collect reads /proc: it works on Linux only", file=sys.stderr)
        return BAD_USAGE
    wishes = Wishes(options.native, options.ask_recorder)
    if options.watch:
        rhythm = Fixed(options.quiet_for * 60 if options.quiet_for else float("inf"))
        return watch(options.watch, rhythm, options.output, wishes, options.pause)
    try:
        with _open(options.output) as stream:
            return _collect(options, wishes, stream)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads what is still in the buffer
        return NOT_WRITTEN
    except OSError as error:
        print(f"not written: {error}", file=sys.stderr)
        return NOT_WRITTEN


def parser(program: str = "python -m kb.collect", matches: str = "python manage.py match") -> argparse.ArgumentParser:
    """`matches` is the command that reads the file; the last line names it."""
    description = __doc__.splitlines()[0].replace("python -m kb.collect", program)
    parser = argparse.ArgumentParser(prog=program, description=description, epilog=_epilog())
    parser.set_defaults(program=program, matches=matches)
    parser.add_argument("--pid", type=int, nargs="+", metavar="PID", help="these processes and all below them")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write here (default: standard output)")
    parser.add_argument(
        "--pause", type=float, default=PAUSE, metavar="S", help="seconds between the two samples (%(default)g)"
    )
    parser.add_argument(
        "--ask-recorder",
        action="store_true",
        help="make torch write its flight recorder through its pipe, where set up",
    )
    parser.add_argument("--native", action="store_true", help="C++ stacks too: stops each rank for a moment")
    parser.add_argument(
        "--quiet-for", type=float, metavar="MINUTES", help="with --watch: collect when it is silent so long"
    )
    parser.add_argument(
        "--watch",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="start the job, collect when it fails; the last option",
    )
    return parser


def _unusable(options: argparse.Namespace) -> str:
    if options.watch == []:
        return "--watch: name the command that starts the job, as the last thing on the line"
    if options.quiet_for and not options.watch:
        return "--quiet-for is about a job that --watch starts"
    return "--watch starts its own processes: no --pid with it" if options.watch and options.pid else ""


def _epilog() -> str:
    return "Exit status" + (__doc__ or "").partition("Exit status")[2]


def _open(path: Path | None) -> TextIO:
    if path is None:
        # Written as UTF-8 whatever the locale: a log may hold anything.
        return open(1, "w", encoding="utf-8", errors="replace", closefd=False)
    # For its owner only: a log tells more than its reader may know.
    return os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8", errors="replace"
    )


def _collect(options: argparse.Namespace, wishes: Wishes, stream: TextIO) -> int:
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    report, progress = Report(stream), Progress(sys.stderr)
    try:
        progress("looking for the job")
        found = job.find(options.pid)
        # From here on: the look for the job takes milliseconds, and many seconds with nice on an overloaded machine.
        gentle.yield_to_others()
        collect(found, report, wishes, options.pause, progress)
        report.end()
    except KeyboardInterrupt:
        report.end("cut: interrupted\n")
        progress.done("interrupted")
        return INTERRUPTED
    progress.done(_said(options, report))
    if not found.processes:
        print(job.nothing_found(found, options.pid), file=sys.stderr)
        return NO_JOB
    return FOUND


def _said(options: argparse.Namespace, report: Report) -> str:
    counted = f"{report.sections} sections, {report.hidden} secrets hidden"
    path = options.output
    return counted if path is None else f"{path}: {counted}. Now: {options.matches} {path}"


if __name__ == "__main__":
    sys.exit(main())
