"""Broken of an entry that is proved by a message: the library printed it, and it ended the program."""

from __future__ import annotations

from kb.runner.evidence import frames, shown
from kb.runner.evidence.ending import ended, telling
from kb.runner.judging.verdict import MOST_EVIDENCE, Side
from kb.runner.planning.plan import Plan
from kb.runner.supervising.outcome import Run


def judge(plan: Plan, run: Run) -> Side:
    """The line must be there, must not be the program's own, and must have ended it."""
    found = shown.proofs(run.log, plan.decisive)
    side = Side("message" if found else ended(run.outcome), run.outcome.seconds)
    side.evidence = list(dict.fromkeys(f"line {proof.line}: {proof.text}" for proof in found))[:MOST_EVIDENCE]
    if not found:
        wanted = "\n".join(f"  {signature.line}" for signature in plan.decisive)
        side.wrong.append(f"expected one of these lines:\n{wanted}\nsaw ({ended(run.outcome)}):\n{telling(run.log)}")
        return side
    side.wrong += _own_words(found, run)
    if plan.how.survives:
        return side
    if run.outcome.timed_out or not any(run.outcome.exits):
        side.wrong.append(
            f"expected the failure to end it with a status that is not 0; it {ended(run.outcome)}: "
            "if that is how this failure goes, say why in `reproduction: survives:`"
        )
    return side


def _own_words(found: list[shown.Proof], run: Run) -> list[str]:
    """Signs that the program and not a library said the message."""
    if pretended := shown.proofs(run.ghost, tuple(proof.of for proof in found)):
        said = f"the program says this itself: it appears without any library too: {pretended[0].text[:160]}"
        return [said]
    lines = run.log.splitlines()
    raised = [(frames.innermost(lines, proof.line - 1)) for proof in found]
    reasons = [frames.own_words(frame, run.folder) for frame in raised if frame]
    return list(dict.fromkeys(filter(None, reasons)))
