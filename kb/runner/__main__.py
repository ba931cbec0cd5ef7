"""`python -m kb.runner`: lists what can be reproduced, reproduces it, and says what was expected where it was not.

Exit status: 0 all as the entries say, 1 some not, 2 bad usage, 3 nothing could run here (and why).
"""

from __future__ import annotations

import argparse
import datetime
import json
import shutil
import signal
import sys
from pathlib import Path

from kb.catalogue.entry import Entry
from kb.catalogue.loader import load
from kb.runner.planning.due import changed_since, is_due
from kb.runner.planning.plan import Plan, plan_for
from kb.runner.recording.standing import standing
from kb.runner.running import interpreter
from kb.runner.session import Job, Session

ROOT = Path(__file__).resolve().parents[2]
ALL_WELL, SOME_NOT, BAD_USAGE, NOTHING_RAN = 0, 1, 2, 3


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    entries = load(options.content).entries
    return options.do(options, entries)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kb.runner", description=__doc__.splitlines()[0])
    parser.add_argument("--content", type=Path, default=ROOT / "content", help="the content folder")
    verbs = parser.add_subparsers(required=True)
    listing = verbs.add_parser("list", help="each entry's needs, last verdict and its age")
    listing.add_argument("--json", action="store_true", help="for programs")
    listing.set_defaults(do=show_list)
    run = verbs.add_parser("run", help="run broken and fixed of these entries")
    run.add_argument("slugs", nargs="*", metavar="SLUG")
    run.add_argument("--all", action="store_true", help="every entry that this machine can run")
    run.add_argument(
        "--due", metavar="REVISION", help="entries changed since this commit, and today's tenth of the rest"
    )
    run.add_argument(
        "--tries", type=int, default=1, metavar="N", help="run an entry that fails up to N times (default 1)"
    )
    run.add_argument("--needs", choices=["cpu", "cuda-wheel", "gpu", "multigpu"], help="only entries that need this")
    run.add_argument("--jobs", type=int, default=1, metavar="N", help="entries side by side (default 1)")
    run.add_argument("--python", default=_default_python(), help="the interpreter under test (default %(default)s)")
    run.add_argument("--keep", type=Path, metavar="FOLDER", help="leave every log and stack here")
    run.add_argument("--record", action="store_true", help="append to runs.jsonl and refresh samples/reproduced.log")
    run.set_defaults(do=run_entries)
    return parser


def _default_python() -> str:
    built = ROOT / ".venv-runner" / "bin" / "python"
    return str(built) if built.exists() else sys.executable


def show_list(options: argparse.Namespace, entries: list[Entry]) -> int:
    """One line an entry, or one JSON array."""
    rows = [_row(entry) for entry in sorted(entries, key=lambda e: e.slug)]
    if options.json:
        print(json.dumps(rows, ensure_ascii=False))
        return ALL_WELL
    for row in rows:
        print(f"{row['slug']:<40} {'+'.join(row['needs']) or '-':<10} {row['state']}")
    return ALL_WELL


def _row(entry: Entry) -> dict:
    now = standing(entry)
    row = {"slug": entry.slug, "needs": list(now.needs), "state": now.word, "last": now.last}
    if now.reason:
        row["state"] += f": {now.reason}"
    if now.last:
        row["state"] += f" {_age(now.last['date'])} with torch {now.last['environment']['torch']}"
    return row


def _age(date: str) -> str:
    days = (datetime.date.today() - datetime.date.fromisoformat(date)).days
    return "today" if days == 0 else f"{days} day(s) ago"


def run_entries(options: argparse.Namespace, entries: list[Entry]) -> int:
    """Chooses the entries, runs those that this machine can, reports."""
    plans = {entry.slug: plan_for(entry) for entry in entries}
    if problem := _unusable(options, plans):
        print(problem, file=sys.stderr)
        return BAD_USAGE
    # The programs run in folders of their own: a relative path would lead nowhere there.
    options.python = str(Path(shutil.which(options.python) or options.python).absolute())
    try:
        found = interpreter.probe(options.python)
    except interpreter.NoEnvironment as reason:
        print(reason, file=sys.stderr)
        return NOTHING_RAN
    jobs = [Job(slug, plan) for slug, plan in sorted(plans.items()) if _chosen(slug, plan, options)]
    session = Session(options.python, found, options.jobs, options.keep, options.record, options.tries)
    session.run(jobs)
    return session.exit_status()


def _unusable(options: argparse.Namespace, plans: dict[str, Plan | None]) -> str:
    if sum(map(bool, (options.slugs, options.all, options.due))) != 1:
        return "name entries, or --all, or --due REVISION: see `python -m kb.runner list`"
    if unknown := [slug for slug in options.slugs if slug not in plans]:
        return f"no entry is called {', '.join(unknown)}: see `python -m kb.runner list`"
    return "" if min(options.jobs, options.tries) > 0 else "--jobs and --tries must be at least 1"


def _chosen(slug: str, plan: Plan | None, options: argparse.Namespace) -> bool:
    if options.slugs:
        return slug in options.slugs
    if plan is None or (options.needs is not None and options.needs not in plan.how.needs):
        return False
    return options.all or is_due(plan, changed_since(options.due, plan.folder), datetime.date.today())


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `list | head` ends quietly
    sys.exit(main())
