"""The line of an exception in a pasted log -> the reader's own frame: the last one outside of installed packages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.diagnosis.answer import Answer
from kb.masking import clean_line, mask, pictured
from kb.matching.match import Evidence
from kb.pages.pasted.cited import PROOF_CHARACTERS
from kb.pages.pasted.log_view import Lines, shortened
from kb.reading.errors import ErrorLine
from kb.reading.stacks.stack import Frame
from kb.reading.stacks.standing import is_own
from kb.reading.text.lines import rank_of, without_prefix

FRAME = re.compile(r'File "(?P<file>[^"\n]{1,400})", line (?P<line>\d{1,7}), in (?P<function>.{1,100})')
# The exception itself: a class, and what it says.
ENDS = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception|Interrupt|Exit)(?::\s|$)")
BEGIN = "Traceback (most recent call last)"
# A worker's exception carries its own traceback below the line that announces it.
CARRIED = "Original Traceback"
# A traceback has hardly more lines; more are not looked at.
MOST_LINES = 200
# Nor is any of its lines longer; of a line that is, only so much is looked at.
MOST_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class OwnFrame:
    """Where the reader's own code stood; `code` is its line, `said` the exception below a carried traceback."""

    file: str
    line: int
    function: str
    code: str
    said: str = ""


def own_frame(lines: Sequence[str], number: int) -> OwnFrame | None:
    """`number` is the line of the exception, from 1. None where only installed packages are in its traceback."""
    if not 1 <= number <= len(lines):
        return None
    first = max(1, number - MOST_LINES)
    # In ascending order, once: so a long text is gone through once.
    near = [lines[n - 1][:MOST_CHARACTERS] for n in range(first, min(len(lines), number + MOST_LINES) + 1)]
    carried = _carried(near[number - first + 1 :])
    told = carried or list(_above(near[: number - first + 1]))
    found = None
    for at, text in enumerate(told):
        frame = FRAME.search(text)
        if frame and is_own(Frame(frame["function"], frame["file"], int(frame["line"]))):
            code = told[at + 1].strip() if at + 1 < len(told) and not FRAME.search(told[at + 1]) else ""
            found = OwnFrame(frame["file"], int(frame["line"]), frame["function"].strip(), code)
    said = told[-1].strip() if carried else ""
    return found and OwnFrame(found.file, found.line, found.function, found.code, said)


def own_frame_of(answer: Answer, item: Evidence | ErrorLine) -> OwnFrame | None:
    """The same for a line that the answer names, masked as all that is shown."""
    text = dict(answer.pasted).get(item.file, "")
    found = own_frame(Lines(text), item.line) if text else None
    if found is None:
        return None
    file, function, code, said = map(_shown, (found.file, found.function, found.code, found.said))
    return OwnFrame(file, found.line, function, code, said)


def _shown(text: str) -> str:
    return pictured(mask(clean_line(shortened(text, PROOF_CHARACTERS)[0]))[0])


def _above(lines: Sequence[str]) -> Iterator[str]:
    """The lines of the traceback that ends with the last of these, those of the same rank, from its beginning."""
    rank = rank_of(lines[-1])
    own: list[str] = []
    for line in reversed(lines[:-1]):
        if rank_of(line) != rank:
            continue
        own.append(without_prefix(line))
        if BEGIN in line:
            break
    return reversed(own)


def _carried(lines: Sequence[str]) -> list[str]:
    """The traceback that a worker sent along, with its exception as the last line; empty where there is none."""
    if not any(CARRIED in line for line in lines[:3]):
        return []
    told: list[str] = []
    for line in lines:
        told.append(without_prefix(line))
        if ENDS.match(told[-1]) and CARRIED not in line:
            return told
    return []
