"""`python -m kb.runner`: lists what can be reproduced, reproduces it, and says what was expected where it was not.

Exit status: 0 all as the entries say, 1 some not, 2 bad usage, 3 something that was asked for could not run here (and
why), 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys

try:
    import yaml  # noqa: F401  (the one library that the runner needs)
except ImportError:
    sys.exit(f"the runner needs PyYAML to read entries: {sys.executable} -m pip install PyYAML")

import argparse
import datetime
import shutil
import signal
from pathlib import Path

from kb import environment
from kb.catalogue.loading.content import AREAS_FILE, Content
from kb.catalogue.loading.loader import load
from kb.runner.job import Job
from kb.runner.listing import show_list
from kb.runner.matrix.environments import GIB, NEWEST, RELEASES, Environments, is_release
from kb.runner.matrix.sweep import Sweep
from kb.runner.planning.due import changed_since, is_due
from kb.runner.planning.plan import Plan, plan_for
from kb.runner.running import interpreter, sandbox
from kb.runner.running.program import Place
from kb.runner.session import NOTHING_RAN, Session, into_history

ROOT = Path(__file__).resolve().parents[2]
BAD_USAGE = 2
NEEDS = ("cpu", "cuda-wheel", "gpu", "multigpu", "root")


def main(arguments: list[str] | None = None) -> int:
    return run(_parser().parse_args(arguments))


def run(options: argparse.Namespace) -> int:
    """Does what was asked for and returns the exit status."""
    if not (options.content / AREAS_FILE).is_file():
        said = f"{options.content} is no content folder: it has no {AREAS_FILE}; name the catalogue's with --content"
        print(said, file=sys.stderr)
        return BAD_USAGE
    return options.do(options, load(options.content))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kb.runner", description=__doc__.splitlines()[0])
    add_content(parser)
    verbs = parser.add_subparsers(required=True)
    listing = verbs.add_parser("list", help="each entry's needs, last verdict and its age")
    listing.add_argument("--json", action="store_true", help="for programs")
    listing.set_defaults(do=list_entries)
    running = verbs.add_parser("run", help="run broken and fixed of these entries")
    add_run(running)
    running.set_defaults(do=run_entries, lists="python -m kb.runner list")
    return parser


def add_content(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--content", type=Path, default=environment.CONTENT_DIR, help="the content folder")


def add_run(parser: argparse.ArgumentParser) -> None:
    """What a run can be told; `rankdown run` takes the same."""
    add = parser.add_argument
    add("slugs", nargs="*", metavar="SLUG")
    add("--all", action="store_true", help="every entry that this machine can run")
    add("--due", metavar="REVISION", help="entries changed since this commit, and today's tenth of the rest")
    add("--tries", type=int, default=1, metavar="N", help="run an entry that fails up to N times (default 1)")
    add("--needs", choices=NEEDS, help="only entries that need this")
    add("--jobs", type=int, default=1, metavar="N", help="entries side by side (default 1)")
    add("--python", default=_default_python(), help="the interpreter under test (default %(default)s)")
    add("--keep", type=Path, metavar="FOLDER", help="leave every log and stack here")
    add("--record", action="store_true", help="append to runs.jsonl and refresh samples/reproduced.log")
    add("--sandbox", action="store_true", help="confine the programs with bubblewrap: nothing else can be written")
    add("--matrix", action="store_true", help="with several releases of torch, one at a time; see --torch")
    add("--torch", default=",".join(RELEASES), metavar="2.4,…", help="with --matrix: which (default %(default)s)")
    add(
        "--matrix-disk", type=float, default=20, metavar="GIB", help="disk for their environments (default %(default)s)"
    )
    add(
        "--matrix-folder",
        type=Path,
        default=environment.CACHE_DIR / "matrix",
        help="where they are (default %(default)s)",
    )


def _default_python() -> str:
    built = ROOT / ".venv-runner" / "bin" / "python"
    return str(built) if built.exists() else sys.executable


def list_entries(options: argparse.Namespace, content: Content) -> int:
    return show_list(content.entries, options.json)


def run_entries(options: argparse.Namespace, content: Content) -> int:
    """Chooses the entries, runs those that this machine can, reports."""
    jobs = _jobs(options, content)
    if problem := _unusable(options, {job.slug for job in jobs}):
        print(problem, file=sys.stderr)
        return BAD_USAGE
    # The programs run in folders of their own: a relative path would lead nowhere there.
    options.python = str(Path(shutil.which(options.python) or options.python).absolute())
    if options.sandbox and (reason := sandbox.why_not()):
        print(reason, file=sys.stderr)
        return NOTHING_RAN
    if options.matrix:
        return _matrix(options, [job for job in jobs if _chosen(job, options)])
    try:
        found = interpreter.probe(options.python)
    except interpreter.NoEnvironment as reason:
        print(reason, file=sys.stderr)
        return NOTHING_RAN
    keep = into_history if options.record else None
    session = Session(_place(options), found, options.jobs, keep, options.tries, named=bool(options.slugs))
    session.run([job for job in jobs if _chosen(job, options)])
    return session.exit_status()


def _place(options: argparse.Namespace) -> Place:
    return Place(options.python, options.sandbox, options.keep.absolute() if options.keep else None)


def _matrix(options: argparse.Namespace, jobs: list[Job]) -> int:
    """The same jobs with each release of torch, in environments that `--python` makes."""
    folder = options.matrix_folder.expanduser().absolute()
    environments = Environments(folder, int(options.matrix_disk * GIB), options.python)
    return Sweep(environments, _place(options), options.record, options.tries).run(jobs, options.torch.split(","))


def _jobs(options: argparse.Namespace, content: Content) -> list[Job]:
    """Every entry, those too that cannot be read or have no programs: they say so when they are asked for."""
    jobs = []
    for entry in content.entries:
        plan = plan_for(entry)
        jobs.append(Job(entry.slug, plan, reason="" if plan else f"no programs: {entry.front.reproduction.not_run}"))
    read = {entry.path for entry in content.entries}
    for path in {problem.file for problem in content.problems if problem.file.name == "entry.md"} - read:
        first = next(problem for problem in content.problems if problem.file == path)
        jobs.append(Job(path.parent.name, None, reason=f"its entry.md cannot be read: {first}"))
    return sorted(jobs, key=lambda job: job.slug)


def _unusable(options: argparse.Namespace, known: set[str]) -> str:
    if sum(map(bool, (options.slugs, options.all, options.due))) != 1:
        return f"name entries, or --all, or --due REVISION: see `{options.lists}`"
    if options.record and environment.INSTALLED and options.content.resolve().is_relative_to(environment.BASE_DIR):
        where = f"--record would write into the installed package, {environment.BASE_DIR}"
        return f"{where}, where the next install loses it: run it in a clone, or name one's content with --content"
    if unknown := [slug for slug in options.slugs if slug not in known]:
        return f"no entry is called {', '.join(unknown)}: see `{options.lists}`"
    if unknown := [release for release in options.torch.split(",") if not is_release(release)]:
        return f"--torch takes releases such as 2.4,2.6.0,{NEWEST}, and not {', '.join(unknown) or 'nothing'}"
    return "" if min(options.jobs, options.tries) > 0 else "--jobs and --tries must be at least 1"


def _chosen(job: Job, options: argparse.Namespace) -> bool:
    if options.slugs:
        return job.slug in options.slugs
    if job.plan is None or (options.needs is not None and options.needs not in job.plan.how.needs):
        return False
    return options.all or _is_due(job.plan, options.due)


def _is_due(plan: Plan, revision: str) -> bool:
    return is_due(plan, changed_since(revision, plan.folder), datetime.datetime.now(datetime.timezone.utc).date())


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `list | head` ends quietly
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell started it with & and so deaf to Ctrl-C
        signal.signal(number, signal.default_int_handler)
    sys.exit(main())
