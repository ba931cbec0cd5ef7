"""Answer -> what no entry explains: the exception of its own, the other lines like errors, the start of an entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kb.catalogue.document import title_of
from kb.catalogue.drafting.template import blank_entry
from kb.diagnosis.answer import Answer
from kb.diagnosis.proposal import propose
from kb.language import address
from kb.matching.match import Match
from kb.pages.pasted.cited import PROOF_CHARACTERS, Cited, Pasted
from kb.pages.pasted.log_view import shortened
from kb.pages.pasted.own_frame import own_frame_of, shown_frame
from kb.reading.errors import ErrorLine
from kb.reading.tracebacks.own_frame import OwnFrame

MOST_ERROR_LINES = 10


@dataclass(frozen=True, slots=True)
class Consequence:
    """A failure that a line proves and that explains nothing, as a link."""

    title: str
    url: str
    at: Cited


@dataclass(frozen=True, slots=True)
class Unexplained:
    """An exception that no entry knows, whether it came before the answer's own line, and what only followed."""

    at: Cited
    came_first: bool
    own: OwnFrame | None
    followed: tuple[Consequence, ...] = ()


def unexplained(answer: Answer, pasted: Pasted) -> Unexplained | None:
    if answer.unexplained is None:
        return None
    line, followed = answer.unexplained, consequences(answer.followed, pasted)
    return Unexplained(pasted.cited(line), answer.unexplained_first, shown_frame(line.own), followed)


def consequences(matches: Iterable[Match], pasted: Pasted) -> tuple[Consequence, ...]:
    """What is proved and is no answer: it only followed, or training went on behind it."""
    return tuple(
        Consequence(title_of(match.entry), address(match.entry.url), pasted.cited(match.evidence[0]))
        for match in matches
    )


def other_errors(answer: Answer) -> tuple[ErrorLine, ...]:
    """The lines that look like errors, less the one that is shown above them and what only followed."""
    if answer.finished:
        return ()
    named = (*answer.followed, *answer.got_over, *answer.ruled_out)
    told = {(item.file, item.line) for match in named for item in match.evidence}
    others = (line for line in answer.error_lines if line != answer.unexplained and (line.file, line.line) not in told)
    return tuple(others)[:MOST_ERROR_LINES]


def frame_shown(answer: Answer) -> OwnFrame | None:
    """Of the best match's first line; where nothing is proved, of the first line that looks like the error."""
    if answer.best:
        return own_frame_of(answer, answer.best.evidence[0]) if answer.best.evidence else None
    first = next((line for line in other_errors(answer) if line.own), None)
    return shown_frame(first.own) if first and not answer.unexplained else None


def draft(answer: Answer) -> str:
    """The start of an entry.md, with the line that looks most like the error in place."""
    proposal = propose(answer)
    return blank_entry(replace(proposal, line=shortened(proposal.line, PROOF_CHARACTERS)[0]))
