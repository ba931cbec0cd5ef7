"""Two runs -> verdict: did broken show its own failure, did fixed do its work without it, and was all of it honest."""

from __future__ import annotations

from kb.catalogue.drafting.punching import punched
from kb.runner.evidence import programs
from kb.runner.judging import fixed, hang, measurement, message
from kb.runner.judging.verdict import Shown, Side, Verdict
from kb.runner.planning.plan import Plan
from kb.runner.supervising.outcome import UNJUDGED, Run

BROKEN = {"message": message.judge, "hang": hang.judge, "measurement": measurement.judge_alone}


def judge(plan: Plan, broken: Run, cured: Run) -> Verdict:
    """Pure: the same two runs always get the same verdict."""
    side = judge_broken(plan, broken)
    shown = _shown(plan, broken, side, cured)
    side.wrong += [*programs.problems(plan), *filter(None, [measurement.invented(plan, broken, cured)])]
    verdict = Verdict(side, fixed.judge(plan, cured, broken), shown)
    for told, run in ((verdict.broken, broken), (verdict.fixed, cured)):
        if UNJUDGED in run.ghost or not run.outcome.exits:
            told.wrong.append(UNJUDGED)
    return verdict


def judge_broken(plan: Plan, run: Run) -> Side:
    """Broken must show the entry's own failure, in the words of the library under test."""
    side = BROKEN[plan.how.proof](plan, run)
    if plan.measure and plan.how.proof != "measurement":
        measurement.add(side, plan.measure, plan.measure.broken, run)
    if run.outcome.left_behind:
        side.wrong.append(f"{run.outcome.left_behind} process(es) could not be ended")
    return side


def _shown(plan: Plan, run: Run, side: Side, cured: Run) -> Shown:
    """What broken showed; only that it worked without any failure revokes a reproduction."""
    out_of_bounds = plan.how.proof == "measurement" and side.wrong
    if side.evidence and side.outcome == plan.how.proof and not out_of_bounds:
        return "its failure"
    if not run.outcome.exits:
        return "nothing"
    if run.outcome.timed_out or any(run.outcome.exits):
        return "another failure"
    # Where the failure ends nothing, a new wording of it ends nothing either.
    return "another failure" if plan.how.survives and _says_more(run.log, cured.log) else "no failure"


def _says_more(log: str, other: str) -> bool:
    """A line that the other log has not, whatever its numbers and paths."""
    return not {*map(punched, log.splitlines())} <= {*map(punched, other.splitlines())}
