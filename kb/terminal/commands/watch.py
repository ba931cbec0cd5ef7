"""`rankdown watch -- COMMAND`: the job as it is, and the answer under its log when it dies or falls silent."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from kb.collect.collecting import PAUSE
from kb.collect.plan import Wishes
from kb.collect.watching.rhythm import Fixed, Learnt
from kb.collect.watching.watch import watch
from kb.terminal.usage import FOUND, NOTHING_FOUND, BadUsage
from kb.terminal.watching.answering import Answering, matched, posted
from kb.terminal.watching.follow import LOOK, Following
from kb.terminal.watching.one_answer import Job
from kb.terminal.watching.warming import Warming, catalogue, wanted

ABOUT = (
    "Starts a job as it is, with its signals, exit status and terminal. When it fails, or is silent for longer than "
    "its own rhythm allows, collects what the machine shows, matches that with the last output of every rank, and "
    "prints the answer. Exit status: the job's own. With --follow: 0 a confident match, 1 none."
)


def parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(program, description=ABOUT, usage=f"{program} [OPTIONS] -- COMMAND …")
    parser.add_argument(
        "--quiet-for", type=_minutes, metavar="MINUTES", help="silent so long is too long (default: learnt)"
    )
    parser.add_argument("--webhook", type=_address, metavar="URL", help="post the answer there, as JSON")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", default=Path(), help="where collected files go")
    parser.add_argument("--follow", type=Path, metavar="FOLDER", help="no command: logs that another job writes there")
    parser.add_argument("command", nargs="*", metavar="COMMAND")
    return parser


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes")
    return minutes


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError(f"{text!r} is no http:// or https:// address")
    return text


def run(options: argparse.Namespace) -> int:
    """Until the job has ended. Raises BadUsage."""
    if bool(options.command) == bool(options.follow):
        raise BadUsage("name the command that starts the job after --, or --follow FOLDER")
    rhythm = Fixed(options.quiet_for * 60) if options.quiet_for else Learnt()
    if options.follow:
        return _follow(options, rhythm)
    job = Job.of(os.environ, options.output)
    folder = job.folder if job else options.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadUsage(f"-o: cannot make {folder}: {error.strerror}") from error
    path = job.path if job else _path(folder)
    then = Answering(options.command, options.webhook or "", job)
    beside = Warming(catalogue) if wanted(os.environ) else None
    return watch(options.command, rhythm, path, Wishes(False, False), PAUSE, then, beside)


def _path(folder: Path) -> Path:
    return folder / f"collect-{os.uname().nodename}-{time.strftime('%Y%m%d-%H%M%S')}.txt"


def _follow(options: argparse.Namespace, rhythm: Fixed | Learnt) -> int:
    """Until Ctrl-C or SIGTERM, as a pod's end sends it: then the answer to what is there."""
    if not options.follow.is_dir():
        raise BadUsage(f"--follow: {options.follow} is no folder")
    from kb import environment
    from kb.diagnosis.reports.json_report import as_json
    from kb.diagnosis.reports.text_report import as_text

    known, warming = [], Warming(catalogue)

    def answer(files: list[Path], why: str) -> None:
        warming.stop()
        found = matched(files)
        known.append(found.best is not None)
        print(f"[rankdown] {why}\n{as_text(found, environment.SITE_URL)}", flush=True)
        told = {"job": {"why": why, "files": [str(path) for path in files]}, "answer": as_json(found)}
        if options.webhook and (problem := posted(options.webhook, told)):
            print(f"[rankdown] webhook: {problem}", file=sys.stderr, flush=True)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    following = Following(options.follow, rhythm, answer)
    try:
        while True:
            time.sleep(LOOK)
            warming.step()
            following.step()
    except KeyboardInterrupt:
        warming.stop()
        following.now("it was told to stop")
    return FOUND if known and known[-1] else NOTHING_FOUND
