"""Answer -> which pasted lines matter, and as what: proof, chain, error, or new beside a good run."""

from __future__ import annotations

from collections.abc import Sequence

from kb.diagnosis.answer import Answer
from kb.matching.match import Match
from kb.reading.text.lines import is_somebodys


def marked_lines(answer: Answer, guesses: Sequence[Match]) -> dict[str, dict[int, str]]:
    """File -> line -> what it is; the most important first, because a long log shows only so many."""
    marks: dict[str, dict[int, str]] = {}
    shown = [answer.best] if answer.best else []
    told = [step.match for step in answer.chain] + [m for m in answer.matches if m.confident] + [*answer.followed]
    marked = [(item, "proof") for match in shown for item in match.evidence]
    marked += [(answer.unexplained, "error")] if answer.unexplained else []
    marked += [(item, "chain") for match in told for item in match.evidence]
    if not shown:
        marked += [(item, "error") for item in answer.error_lines if not is_somebodys(item.text)]
        marked += [(item, "chain") for match in guesses for item in match.evidence]
    marked += [(wait, "chain") for wait in (answer.hang.waits if answer.hang else ())]
    marked += [(standing, "chain") for standing in (answer.recorded.standings if answer.recorded else ())]
    stood = answer.standings.groups if answer.standings else ()
    marked += [(group.members[0], "chain") for group in stood]
    beside = answer.against
    marked += [(one.line, "new") for one in (beside.new if beside else ())]
    marked += [(pair.here, "new") for pair in (beside.stopped if beside else ())]
    for item, mark in marked:
        marks.setdefault(item.file, {}).setdefault(item.line, mark)
    return marks
