"""Answer that proves no entry -> what page, terminal, chat and annotations say first."""

from __future__ import annotations

import re

from kb.diagnosis.answer import Answer
from kb.diagnosis.down.verdict import rank_in
from kb.language import gettext, marked
from kb.reading.errors import ErrorLine
from kb.reading.text.runs import ranks
from kb.reading.tracebacks.own_error import error_in
from kb.reading.tracebacks.own_frame import OwnFrame

LONGEST = 120
QUIET = {
    "nothing failed": marked("Nothing in this log says that anything failed"),
    "interrupted": marked("It was interrupted (Ctrl-C), and nothing in this log says that anything had failed"),
}
# What to do then.
SAY_SO = marked(
    "If it stands still, is slow or computes something wrong, say so in a sentence above the log: its own words support"
    " no guess."
)


def unproved(answer: Answer) -> str:
    """The reader's own exception where that is the answer; "no known failure" only where none is offered either."""
    if answer.own_exception:
        return of_own_exception(answer.own_exception)
    if answer.finished:
        return gettext("No error ended this run: its last lines say that it finished")
    if answer.quiet:
        return gettext(QUIET[answer.quiet])
    some = answer.could_be or answer.told_by_tables
    return gettext("No line proves a known failure") if some else gettext("No known failure")


def own_code(frame: OwnFrame) -> str:
    """Where the reader's own code stood."""
    told = gettext("In your own code: {place} in {function}")
    return told.format(place=f"{frame.file}:{frame.line}", function=frame.function)


def of_own_exception(line: ErrorLine) -> str:
    """What it is, and where: the file's name, its line, and the rank where that is known."""
    error, rank = error_in(line), rank_in(line)
    error = error if len(error) <= LONGEST else f"{error[:LONGEST]}…"
    file = re.split(r"[/\\]", line.own.file)[-1]
    place = f"{file}:{line.own.line}"
    if rank is None:
        return gettext("{error} in your own code: {place}").format(error=error, place=place)
    who = ranks((rank,))
    told = gettext("{error} in your own code: {place}, {rank}")
    return told.format(error=error, place=place, rank=f"{who[0].lower()}{who[1:]}")
