"""Fixed: it ends by itself, shows nothing of the failure, and achieves what broken could not."""

from __future__ import annotations

from kb.catalogue.schema.entry import Signature
from kb.runner.evidence import shown
from kb.runner.evidence.ending import ended, telling, where
from kb.runner.judging import measurement
from kb.runner.judging.verdict import Side
from kb.runner.planning.plan import Plan
from kb.runner.supervising.outcome import Run


def judge(plan: Plan, run: Run, broken: Run) -> Side:
    """Ended with status 0 unless the entry says otherwise, without the failure's lines, its work done."""
    side = Side(ended(run.outcome), run.outcome.seconds)
    if run.outcome.timed_out:
        side.wrong.append(f"expected it to end within {plan.how.seconds} s; it still ran\n{where(run.outcome)}")
    elif plan.how.fixed_exit == "zero" and any(run.outcome.exits):
        side.wrong.append(f"expected exit status 0, saw {run.outcome.exits}\n{telling(run.log)}")
    if plan.how.fixed_exit == "zero" and (found := shown.proofs(run.log, plan.decisive)):
        side.wrong.append(f"expected no line of the failure, saw line {found[0].line}: {found[0].text}")
    if plan.measure:
        measurement.add(side, plan.measure, plan.measure.fixed, run)
    if plan.how.achieves:
        _judge_work(side, plan.how.achieves, run, broken, bool(plan.how.survives))
    elif not plan.measure:
        side.wrong.append("nothing shows that it does its work: name a line that only the cure prints, `achieves:`")
    return side


def _judge_work(side: Side, line: str, run: Run, broken: Run, survives: bool) -> None:
    """The line must be there, and not without the libraries; nor in broken's log, unless broken does its work too."""
    wanted = (Signature(line=line, proof="decisive"),)
    found = shown.proofs(run.log, wanted)
    if not found:
        side.wrong.append(f"expected the line {line!r} that shows its work\nsaw:\n{telling(run.log)}")
        return
    side.evidence.append(f"line {found[0].line}: {found[0].text[:200]}")
    if said := shown.proofs(run.ghost, wanted):
        side.wrong.append(f"the line {line!r} shows no work: it is printed without any library: {said[0].text[:160]}")
    if not survives and (said := shown.proofs(broken.log, wanted)):
        side.wrong.append(f"the line {line!r} shows no cure: broken prints it too: {said[0].text[:160]}")
