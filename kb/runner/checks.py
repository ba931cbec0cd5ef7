"""What `check_content` asks of programs and records: the rules that need the runner's knowledge, and nothing is run."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import Entry
from kb.runner.evidence import programs, shown
from kb.runner.judging.verdict import FAILED, VERIFIED
from kb.runner.planning.plan import Plan, plan_for
from kb.runner.planning.requires import is_requirement
from kb.runner.recording import matrix
from kb.runner.recording.record import FILE, recorded
from kb.runner.recording.standing import outdated

DIGEST = re.compile(r"[0-9a-f]{16}")
ENVIRONMENT = {"python": str, "torch": str, "cuda": str, "nccl": str, "gpus": list, "platform": str, "packages": dict}
LONGEST = datetime.timedelta(days=1)


def check_reproductions(content: Content) -> Iterator[Problem]:
    """Every problem of the programs and of the records beside them."""
    for entry in content.entries:
        if plan := plan_for(entry):
            yield from _programs(content, entry, plan)
        yield from _records(entry, plan)


def _programs(content: Content, entry: Entry, plan: Plan) -> Iterator[Problem]:
    for said in programs.problems(plan):
        yield content.problem(entry.path, said, "reproduction")
    if not plan.how.needs:
        yield content.problem(
            entry.path, "needs is empty: say what the machine must have, such as [cpu]", "reproduction"
        )
    for text in plan.how.requires:
        if not is_requirement(text):
            message = f"{text!r} is no requirement: write a package and a bound, such as 'torch>=2.4'"
            yield content.problem(entry.path, message, "reproduction", "requires")
    if not plan.how.achieves and plan.measure is None:
        message = "nothing shows that fixed does its work: name a line that only the cure prints, `achieves:`"
        yield content.problem(entry.path, message, "reproduction")
    if plan.how.proof == "hang" and not plan.how.stands_in:
        yield content.problem(entry.path, "a hang needs stands_in: the library's function", "reproduction")
    for bound in (plan.measure.broken, plan.measure.fixed) if plan.measure else ():
        if not shown.BOUND.fullmatch(bound.strip()):
            message = f"{bound!r} is no bound: write a sign and a number, such as '>= 2.0'"
            yield content.problem(entry.path, message, "reproduction", "measure")


def _records(entry: Entry, plan: Plan | None) -> Iterator[Problem]:
    for path in (entry.path.parent / FILE, entry.path.parent / matrix.FILE):
        if not path.is_file():
            continue
        if plan is None:
            yield Problem(path, 1, "a record without programs: take it out, or bring broken.* and fixed.*")
        else:
            yield from (_history if path.name == FILE else _releases)(path, plan)


def _history(path: Path, plan: Plan) -> Iterator[Problem]:
    before = ""
    for number, text in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        run = recorded(text)
        if run is None:
            yield Problem(path, number, "no line that the runner wrote: restore it from git, or take it out")
            continue
        for said in _objections(plan, run, before):
            yield Problem(path, number, said)
        before = run["date"]


def _releases(path: Path, plan: Plan) -> Iterator[Problem]:
    """The matrix: lines as in the record, a release each, the oldest first, and dated as they were last run."""
    before: tuple[int, ...] = ()
    for number, text in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        line = matrix.recorded(text)
        if line is None:
            yield Problem(path, number, "no line that the runner wrote: restore it from git, or take it out")
            continue
        if (release := matrix.release_of(line)) <= before:
            yield Problem(path, number, "a release twice, or not in order: run it again with --matrix --record")
        for said in () if "not_run" in line else _objections(plan, line, ""):
            yield Problem(path, number, said)
        before = release


def _objections(plan: Plan, run: dict, before: str) -> Iterator[str]:
    """What is wrong with one line; `before` is the date of the line above."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    if datetime.date.fromisoformat(run["date"]) > today + LONGEST:
        yield f"dated {run['date']}, which is yet to come"
    if run["date"] < before:
        yield f"dated {run['date']}, before the line above: lines are only ever added at the end"
    if run["verdict"] not in (VERIFIED, FAILED) or not DIGEST.fullmatch(run["entry_digest"]):
        yield "verdict or entry_digest is nothing that the runner writes"
    if wrong := [key for key, kind in ENVIRONMENT.items() if not isinstance(run["environment"].get(key), kind)]:
        yield f"environment lacks {', '.join(wrong)}"
    elif plan.is_of(run["entry_digest"]):
        yield from _of_these_programs(plan, run)


def _of_these_programs(plan: Plan, run: dict) -> Iterator[str]:
    """A line that speaks of the programs as they are now must fit them."""
    here = run["environment"]
    if run.get("needs") != list(plan.how.needs):
        yield f"needs is {run.get('needs')}, the entry's is {list(plan.how.needs)}"
    wanted = 2 if "multigpu" in plan.how.needs else int("gpu" in plan.how.needs)
    if len(here["gpus"]) < wanted:
        yield f"the entry needs {wanted} GPU(s), the run had {len(here['gpus'])}"
    if "cuda-wheel" in plan.how.needs and not here["cuda"]:
        yield "the entry needs a torch built with CUDA, the run had none"
    if not here["torch"]:
        yield "the run had no torch"
    if run["verdict"] == VERIFIED:
        yield from _of_verified(plan, run)


def _of_verified(plan: Plan, run: dict) -> Iterator[str]:
    sides = [run.get(name) if isinstance(run.get(name), dict) else {} for name in ("broken", "fixed")]
    if sides[0].get("outcome") != plan.how.proof:
        yield f"verified, but broken's outcome is {sides[0].get('outcome')!r} and not {plan.how.proof!r}"
    if any(side.get("wrong") for side in sides):
        yield "verified, and yet something is wrong in it"
    if not sides[0].get("evidence"):
        yield "verified without evidence"
    elif outdated(plan, run):
        yield "verified, but its evidence satisfies no decisive signature of the entry: run it again"
