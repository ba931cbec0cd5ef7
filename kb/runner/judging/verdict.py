"""Two runs -> verdict: did broken show its own failure, did fixed not, and what was expected where they did not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.runner.judging import evidence
from kb.runner.planning.plan import Plan
from kb.runner.running.outcome import Outcome, Run

VERIFIED, FAILED = "verified", "failed"
MOST_EVIDENCE = 6


@dataclass(slots=True)
class Side:
    """One program's part of the verdict; `wrong` says what was expected and seen, and is empty where all fits."""

    outcome: str
    seconds: float
    evidence: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Verdict:
    """Both sides, and whether the entry's promise holds on this machine."""

    broken: Side
    fixed: Side

    @property
    def word(self) -> str:
        return FAILED if self.broken.wrong or self.fixed.wrong else VERIFIED


def judge(plan: Plan, broken: Run, fixed: Run) -> Verdict:
    """Pure: the same two runs always get the same verdict."""
    return Verdict(judge_broken(plan, broken), judge_fixed(plan, fixed))


def judge_broken(plan: Plan, run: Run) -> Side:
    """Broken must show the entry's own failure, in the words of the library under test."""
    side = BROKEN[plan.how.proof](plan, run)
    if plan.measure and plan.how.proof != "measurement":
        _judge_measure(side, plan.measure.name, plan.measure.broken, run.log)
    if copied := evidence.words_in_programs(plan.files, plan.decisive):
        side.wrong.append(f"a program contains the message that a library should print: {'; '.join(copied)}")
    if run.outcome.left_behind:
        side.wrong.append(f"{run.outcome.left_behind} process(es) could not be ended")
    return side


def judge_fixed(plan: Plan, run: Run) -> Side:
    """Fixed must end by itself, with status 0 unless the entry says otherwise, without the failure's lines."""
    side = Side(_ended(run.outcome), run.outcome.seconds)
    if run.outcome.timed_out:
        side.wrong.append(f"expected it to end within {plan.how.seconds} s; it still ran\n{_where(run.outcome)}")
    elif plan.how.fixed_exit == "zero" and any(run.outcome.exits):
        side.wrong.append(f"expected exit status 0, saw {run.outcome.exits}\n{tail(run.log)}")
    if plan.how.fixed_exit == "zero" and (found := evidence.proofs(run.log, plan.decisive)):
        side.wrong.append(f"expected no line of the failure, saw line {found[0].line}: {found[0].text}")
    if plan.measure:
        _judge_measure(side, plan.measure.name, plan.measure.fixed, run.log)
    return side


def _broken_message(plan: Plan, run: Run) -> Side:
    found = evidence.proofs(run.log, plan.decisive)
    side = Side("message" if found else _ended(run.outcome), run.outcome.seconds)
    side.evidence = [f"line {proof.line}: {proof.text}" for proof in found[:MOST_EVIDENCE]]
    if not found:
        wanted = "\n".join(f"  {signature.line}" for signature in plan.decisive)
        side.wrong.append(f"expected one of these lines:\n{wanted}\nsaw ({_ended(run.outcome)}):\n{tail(run.log)}")
    return side


def _broken_hang(plan: Plan, run: Run) -> Side:
    side = Side("hang" if run.outcome.timed_out else _ended(run.outcome), run.outcome.seconds)
    expected = plan.how.processes * plan.how.nodes
    if not run.outcome.timed_out:
        side.wrong.append(f"expected a hang until {plan.how.seconds} s; it {_ended(run.outcome)}\n{tail(run.log)}")
    elif len(run.outcome.alive_ranks) < expected:
        side.wrong.append(f"expected {expected} ranks alive at the deadline, saw {sorted(run.outcome.alive_ranks)}")
    standing = [f"rank {rank} stands in {name}" for rank, name in _standing(plan, run.outcome)]
    side.evidence = standing[:MOST_EVIDENCE]
    if run.outcome.timed_out and not standing:
        names = ", ".join(plan.how.stands_in) or "(the entry names none)"
        side.wrong.append(f"expected a rank to stand in {names}; saw\n{_where(run.outcome)}")
    return side


def _broken_measurement(plan: Plan, run: Run) -> Side:
    side = Side("measurement", run.outcome.seconds)
    if not plan.measure:
        side.wrong.append("the entry's reproduction has no `measure`")
        return side
    if run.outcome.timed_out or any(run.outcome.exits):
        side.outcome = _ended(run.outcome)
        side.wrong.append(f"expected it to measure and end; it {_ended(run.outcome)}\n{tail(run.log)}")
    _judge_measure(side, plan.measure.name, plan.measure.broken, run.log)
    return side


BROKEN = {"message": _broken_message, "hang": _broken_hang, "measurement": _broken_measurement}


def _judge_measure(side: Side, name: str, bound: str, log: str) -> None:
    values = evidence.measured(log, name)
    side.evidence += [f"{name} = {value:g}" for value in values[:MOST_EVIDENCE]]
    if not values:
        side.wrong.append(f"expected a line `MEASURED {name} = <number>`, saw none\n{tail(log)}")
    outside = [value for value in values if not evidence.within(value, bound)]
    if outside:
        side.wrong.append(f"expected {name} {bound}, measured {', '.join(f'{value:g}' for value in outside)}")


def _standing(plan: Plan, outcome: Outcome) -> list[tuple[str, str]]:
    return [
        (rank, name)
        for rank, stack in sorted(outcome.stacks.items())
        for name in plan.how.stands_in
        if re.search(rf"\b{re.escape(name)}\b", stack)
    ]


def _ended(outcome: Outcome) -> str:
    if outcome.timed_out:
        return "still ran at the deadline"
    return "ended with status 0" if not any(outcome.exits) else f"ended with status {outcome.exits}"


def _where(outcome: Outcome) -> str:
    return "\n".join(f"  rank {rank}:\n{tail(stack, 12)}" for rank, stack in sorted(outcome.stacks.items()))


def tail(text: str, lines: int = 15) -> str:
    """The end of a log, indented, for somebody who compares it with what was expected."""
    shown = [line[:300] for line in text.rstrip().splitlines()[-lines:]]
    return "\n".join(f"    {line}" for line in shown) or "    (nothing)"
