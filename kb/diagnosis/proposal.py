"""Answer -> what a new entry about this log can begin with: its telling line, its kind, its place among the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kb.catalogue.drafting.punching import with_holes
from kb.catalogue.drafting.template import Proposal
from kb.diagnosis.answer import Answer
from kb.matching.match import Match
from kb.reading.errors import ErrorLine

MOST_ALIKE = 3
# What the interpreter itself raises may come from any program: as decisive, a draft merged as it is would give wrong
# answers. What libraries raise with words of their own (RuntimeError, ValueError, OSError) is not among them.
BARE = re.compile(
    r"(?:KeyError|IndexError|AttributeError|NameError|UnboundLocalError|TypeError|ZeroDivisionError|RecursionError"
    r"|AssertionError|KeyboardInterrupt|StopIteration|EOFError|MemoryError)(?::|$)"
)


def propose(answer: Answer) -> Proposal:
    """What the log of a failure that no entry knows yet suggests for its entry; the writer judges it."""
    told = telling_line(answer)
    proved = [match for match in answer.matches if _proof(match)]
    before, after = _around(told, proved)
    near = [match for match in answer.matches if match not in proved] or proved
    line = told.bare if told else ""
    return Proposal(
        line=with_holes(line),
        proof="supporting" if BARE.match(line) else "decisive",
        kind=_kind(answer),
        retry=_most_common(near, "retry"),
        area=_most_common(near, "area"),
        alike=tuple(match.slug for match in near[:MOST_ALIKE]),
        leads_to=after,
        follows_from=before,
    )


def telling_line(answer: Answer) -> ErrorLine | None:
    """The exception that no entry explains, or the first error line that none cites: not what merely came last."""
    if answer.unexplained:
        return answer.unexplained
    cited = {(item.file, item.line) for match in answer.matches for item in match.evidence if item.proof != "near"}
    fresh = (line for line in answer.error_lines if (line.file, line.line) not in cited)
    return next(fresh, next(iter(answer.error_lines), None))


def _kind(answer: Answer) -> str:
    """Only watchdogs' timeouts and nothing else that failed: a hang. A log without any error tells nothing."""
    if answer.hang and not answer.unexplained:
        return "hang"
    return "error" if answer.error_lines else ""


def _around(told: ErrorLine | None, proved: Sequence[Match]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Proved entries that show before the telling line, and those that show after it."""
    if told is None:
        return (), ()
    first = {match.slug: min(item.line for item in _proof(match)) for match in proved}
    before = tuple(slug for slug, line in first.items() if line < told.line)
    return before, tuple(slug for slug in first if slug not in before)


def _proof(match: Match) -> list:
    return [item for item in match.evidence if item.proof == "decisive"]


def _most_common(near: Sequence[Match], key: str) -> str:
    """What most of the nearest entries say, each counted by its score."""
    votes: Counter[str] = Counter()
    for match in near:
        votes[match.entry.area if key == "area" else match.entry.front.retry] += match.score
    return votes.most_common(1)[0][0] if votes else ""
