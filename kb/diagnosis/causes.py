"""Exceptions beside what is proved: which of them may be the cause, and whether a run ended with none at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from kb.diagnosis.differential.differential import Differential
from kb.diagnosis.down.hang import find_hang
from kb.diagnosis.down.verdict import MAY_FOLLOW, first_cause, rank_in, stopped_alone
from kb.matching.match import Match
from kb.reading.errors import ErrorLine
from kb.reading.one_pass import Reading
from kb.reading.text.lines import is_somebodys
from kb.reading.tracebacks.own_error import is_own

# Beside an exception that no entry knows the first candidate is right in 17 of 100: below this share none is asked for.
WORTH_A_CHECK = 0.3


@dataclass(frozen=True, slots=True)
class Causes:
    """Exceptions that may be the cause: the first that no match cites, that of a rank for which the others waited, the
    first that no proof cites, and the one that the reader's own code raised. Beside what is proved, `earlier` says that
    it stands above that.
    """

    unexplained: ErrorLine | None = None
    alone: ErrorLine | None = None
    first: ErrorLine | None = None
    own: ErrorLine | None = None
    earlier: bool = False


def causes_in(
    matches: Sequence[Match], raised: list[ErrorLine], readings: Sequence[Reading], reporting: Collection[int] = ()
) -> Causes:
    """The exceptions that may be the cause, beside what the matches cite; ranks that are `reporting` only followed."""
    unproved = _all_unexplained((match for match in matches if match.confident), raised)
    alone = stopped_alone(unproved, find_hang([reading.timeouts for reading in readings]), reporting)
    unexplained = first_cause(_all_unexplained(matches, raised))
    cause = alone or unexplained
    own = cause if cause and is_own(cause, stopped=bool(alone)) else None
    return Causes(unexplained, alone, alone or next(iter(unproved), None), own)


def beside_the_proof(raised: Sequence[ErrorLine], matches: Sequence[Match]) -> Causes:
    """The exception of the reader's own code that no proof cites: another failure.

    Where it stands above all that is proved it is the earlier; one of another rank may have come before or after. Where
    there is none, another rank's exception above all proofs, from whichever code, is shown.
    """
    sure = [item for match in matches if match.confident for item in match.evidence]
    proofs, ranks = {(item.file, item.line) for item in sure}, {rank_in(item) for item in sure}
    unproved = [line for line in raised if (line.file, line.line) not in proofs]
    above = [line for line in unproved if _is_above(line, proofs)]
    of_others = [line for line in unproved if rank_in(line) is not None and not {None, rank_in(line)} & ranks]
    first = next(filter(is_own, above), None)
    own = first or next(filter(is_own, of_others), None)
    foreign = (line for line in of_others if line in above and not MAY_FOLLOW.search(line.text))
    return Causes(unexplained=own or next(foreign, None), own=own, earlier=first is not None)


def _is_above(line: ErrorLine, proofs: Collection[tuple[str, int]]) -> bool:
    """Whether it stands above all that is proved, in the same file."""
    return all(line.file == file and line.line < number for file, number in proofs)


def worth_asking(could_be: Differential | None, causes: Causes) -> Differential | None:
    """What to check next is not asked of somebody whose own code is wrong, nor to tell mere chances apart."""
    if could_be is None or not (causes.own or causes.alone or causes.unexplained):
        return could_be
    best = max((candidate.share for candidate in could_be.candidates if candidate.entry), default=0.0)
    return replace(could_be, asked=None) if causes.own or best < WORTH_A_CHECK else could_be


def is_finished(readings: Sequence[Reading]) -> bool:
    """Whether logs, with no person's word about them, end with training that finished and no error behind that."""
    ends = [(reading, reading.progress.finished) for reading in readings]
    if not any(end for _, end in ends) or any(end and reading.progress.beyond(end) for reading, end in ends):
        return False
    if any(line.line > end for reading, end in ends for line in reading.errors.lines):
        return False
    return not any(is_somebodys(line) for reading in readings for line in reading.head_lines(facts=False))


def _all_unexplained(matches: Iterable[Match], raised: list[ErrorLine]) -> list[ErrorLine]:
    """The exceptions that none of these cites, in their order."""
    cited = {(item.file, item.line) for match in matches for item in match.evidence}
    return [line for line in raised if (line.file, line.line) not in cited]
