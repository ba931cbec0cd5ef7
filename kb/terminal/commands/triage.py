"""`rankdown triage`: a cluster's logs in, a line a job and a report out."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path

from kb import environment
from kb.diagnosis.matcher import Matcher
from kb.terminal.opening import opened
from kb.terminal.speech import add_language, spoken
from kb.terminal.usage import FOUND, NOTHING_FOUND, BadUsage, never_fail_to_print
from kb.triage.answers import cluster
from kb.triage.answers.processes import cores, lines
from kb.triage.jobs.job import Job
from kb.triage.records.ledger import JOBS, OtherRun
from kb.triage.results import results
from kb.triage.sources.stores import is_address
from kb.triage.triage import Answering, Asked, Work, answer, prepared

# As a shell says it of a command that Ctrl-C ended.
STOPPED = 130
# Of places that could not be read, so many are told on the terminal; the report has all.
MOST_UNREAD = 5
ABOUT = (
    "Answers every job of many logs: folders, archives, compressed files, addresses of object stores. Files are "
    "grouped to jobs by how SLURM, torchrun and Kubernetes name them, or by --job. Writes OUT/jobs.jsonl, a line a "
    "job, OUT/jobs.parquet and OUT/report.html; started again, it goes on where it was stopped. "
    "Exit status: 0 ran, 1 no log there, 2 bad usage."
)


def parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(program, description=ABOUT)
    parser.add_argument("files", nargs="+", metavar="PATH", help="a log, a folder, a tar archive, or s3://…")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", required=True, help="the folder for the results")
    parser.add_argument(
        "--job", type=_pattern, metavar="REGEX", help="what in a name is the job: (?P<job>…), perhaps rank and node"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--processes", type=_count, metavar="N", help="so many (default: one a core)")
    where.add_argument("--ray", metavar="ADDRESS", help="on a Ray cluster: host:6379, or auto (needs ray[data])")
    add_language(parser)
    parser.add_argument("--again", action="store_true", help="forget what OUT holds, and start over")
    return parser


def _pattern(text: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {error}") from error
    if "job" not in pattern.groupindex:
        raise argparse.ArgumentTypeError(f"{text!r} has no group (?P<job>…)")
    return pattern


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Raises BadUsage."""
    never_fail_to_print()
    if missing := [path for path in options.files if not is_address(path) and not Path(path).exists()]:
        raise BadUsage(f"cannot read {', '.join(missing)}: no such file or folder")
    asked = Asked(tuple(options.files), options.output, options.job, options.again)
    try:
        work = prepared(asked, environment.CONTENT_DIR)
    except OtherRun as problem:
        raise BadUsage(f"-o {options.output}: {problem}") from problem
    except OSError as error:
        raise BadUsage(f"-o {options.output}: cannot be written: {error.strerror}") from error
    if not work.jobs:
        print(_nothing(work), file=sys.stderr)
        return NOTHING_FOUND
    print(*_unread(work), sep="\n", end="\n" if work.unread else "", file=sys.stderr)
    edition = opened()
    try:
        if not _answered(work, _answering(options, edition.matcher)):
            return STOPPED
    except cluster.Unusable as problem:
        raise BadUsage(f"--ray {options.ray}: {problem}") from problem
    with spoken(options):
        made = results(work, asked, edition.catalogue, environment.SITE_URL)
    for why in made.missing:
        print(f"left out: {why}", file=sys.stderr)
    print(_summary(work), *made.written, sep="\n")
    return FOUND


def _answering(options: argparse.Namespace, matcher: Matcher) -> Answering:
    if options.ray:
        return partial(cluster.lines, address=options.ray)
    matcher.finder.tables(), matcher.finder.words  # once, here: the processes share it
    return partial(lines, matcher=matcher, processes=options.processes or cores())


def _answered(work: Work, answering: Answering) -> bool:
    """Whether all was answered, rather than ended by Ctrl-C."""
    if not work.left:
        return True
    answers = answer(work, answering)
    try:
        first = next(answers)  # the processes are forked before a bar starts a thread
        with _bar(work) as told:
            for job in chain([first], answers):
                told(job)
    except KeyboardInterrupt:
        done = f"{len(work.ledger.done):,} of {len(work.jobs):,} jobs are answered"
        print(f"stopped: {done}; the same command goes on", file=sys.stderr)
        return False
    return True


@contextmanager
def _bar(work: Work) -> Iterator[Callable[[Job], object]]:
    """What is to be told of every job that was answered: a bar on a terminal, nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda job: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.fields[jobs]:,} jobs"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=work.bytes_left, jobs=0)
        yield lambda job: progress.update(bar, advance=job.size, jobs=len(work.ledger.done))


def _unread(work: Work) -> list[str]:
    """A store that nobody answers for should not be found out from the report."""
    told = [f"{one.name}: {one.why}" for one in work.unread[:MOST_UNREAD]]
    return told + ([f"… and {left:,} more" for left in [len(work.unread) - MOST_UNREAD] if left > 0])


def _nothing(work: Work) -> str:
    told = _unread(work)
    left_out = f"{work.left_out:,} files have no name of a log (.log, .out, .err, .txt, …)" if work.left_out else ""
    return "\n".join(["no log there", *told, *filter(None, [left_out])])


def _summary(work: Work) -> str:
    states: Counter[str] = Counter(row.state for row in work.ledger.rows())
    told = ", ".join(f"{states[name]:,} {name}" for name in ("known", "unknown", "clean", "unread") if states[name])
    return f"{sum(states.values()):,} jobs: {told}\n{work.ledger.folder / JOBS}"
