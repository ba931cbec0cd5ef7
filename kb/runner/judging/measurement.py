"""What was measured -> whether it keeps the entry's bound, and whether it was measured at all."""

from __future__ import annotations

from kb.catalogue.schema.reproduction import Measure
from kb.runner.evidence import shown
from kb.runner.evidence.ending import ended, telling
from kb.runner.judging.verdict import MOST_EVIDENCE, Side
from kb.runner.planning.plan import Plan
from kb.runner.supervising.outcome import Run

# What the runner counts itself, so that no program need be believed.
TAKEN = {
    "ranks": lambda run: float(run.outcome.most_ranks),
    "seconds": lambda run: run.outcome.seconds,
    "peak MiB": lambda run: run.outcome.peak_mib,
}


def judge_alone(plan: Plan, run: Run) -> Side:
    """Broken of an entry that is proved by a measurement alone: it ends well, and the number tells."""
    side = Side("measurement", run.outcome.seconds)
    if not plan.measure:
        side.wrong.append("the entry's reproduction has no `measure`")
        return side
    if run.outcome.timed_out or any(run.outcome.exits):
        side.outcome = ended(run.outcome)
        side.wrong.append(f"expected it to measure and end; it {ended(run.outcome)}\n{telling(run.log)}")
    add(side, plan.measure, plan.measure.broken, run)
    return side


def add(side: Side, measure: Measure, bound: str, run: Run) -> None:
    """Judges a run's numbers; one that needs no library was not measured."""
    taken = TAKEN.get(measure.taken)
    values = [taken(run)] if taken else shown.measured(run.log, measure.name)
    side.evidence += [f"{measure.name} = {value:g}" for value in values[:MOST_EVIDENCE]]
    if not values:
        side.wrong.append(f"expected a line `MEASURED {measure.name} = <number>`, saw none\n{telling(run.log)}")
    if unusable := [] if taken else shown.unusable(run.log, measure.name):
        side.wrong.append(f"`MEASURED {measure.name} = {unusable[0]}` is no number")
    outside = [value for value in values if not shown.within(value, bound)]
    if outside:
        side.wrong.append(f"expected {measure.name} {bound}, measured {', '.join(f'{value:g}' for value in outside)}")


def invented(plan: Plan, broken: Run, fixed: Run) -> str:
    """Why nothing was measured: both programs say their numbers without any library; empty where one does not."""
    measure = plan.measure
    if measure is None or measure.taken in TAKEN:
        return ""
    told = [set(shown.measured(run.log, measure.name)) for run in (broken, fixed)]
    alone = [set(shown.measured(run.ghost, measure.name)) for run in (broken, fixed)]
    if all(values and values <= own for values, own in zip(told, alone, strict=True)):
        return f"{measure.name} was not measured: both programs print the same numbers without any library"
    return ""
