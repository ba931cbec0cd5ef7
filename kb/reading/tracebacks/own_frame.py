"""The line of an exception in a log -> the reader's own frame: the last one outside of installed packages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kb.reading.stacks.known.packages import is_own
from kb.reading.stacks.stack import Frame
from kb.reading.text.cleaning import SOFT
from kb.reading.text.lines import rank_of, without_prefix
from kb.reading.tracebacks.front import BEGIN, front_of

FRAME = re.compile(r'File "(?P<file>[^"\n]{1,400})", line (?P<line>\d{1,7}), in (?P<function>.{1,100})')
# rich's box (Lightning, typer, accelerate), less what it is drawn with; below it source lines with their numbers.
BOXED = re.compile(r"\s*(?P<file>[^\s:\"]{1,400}\.py):(?P<line>\d{1,7}) in (?P<function>[\w.<>]{1,100})\s*")
MOST_SOURCE = 12
# The exception itself: a class, and what it says.
ENDS = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception|Interrupt|Exit)(?::\s|$)")
# A worker's exception carries its own traceback below the line that announces it.
CARRIED = "Original Traceback"
# A traceback has hardly more lines; more are not looked at.
MOST_LINES = 200
# Nor is any of its lines longer; of a line that is, only so much is looked at.
MOST_CHARACTERS = 2_000
# Of a log that is read once, so many bytes before and behind the exception.
MOST_BEFORE, MOST_BEHIND = 16 * 1024, 8 * 1024
BREAKS = re.compile(f"[\n{SOFT}]")


@dataclass(frozen=True, slots=True)
class OwnFrame:
    """Where the reader's own code stood; `code` is its line, `said` the exception below a carried traceback.

    `raised` where it was raised in that very line, not in a library's that it called.
    """

    file: str
    line: int
    function: str
    code: str
    said: str = ""
    raised: bool = False


def own_frame(lines: Sequence[str], number: int, ends: bool = False) -> OwnFrame | None:
    """`number` is the line of the exception, from 1, or with `ends` the one that ends the traceback, none below it.

    None where only installed packages are in its traceback.
    """
    if not 1 <= number <= len(lines):
        return None
    first = max(1, number - MOST_LINES)
    # In ascending order, once: so a long text is gone through once.
    near = [lines[n - 1][:MOST_CHARACTERS] for n in range(first, min(len(lines), number + MOST_LINES) + 1)]
    above = near[: number - first + 1]
    bare = _bare(above)
    carried = _carried(near[number - first + 1 :], bare)
    told = carried or list(_above(above, ends, bare))
    frames = [(at, frame) for at, text in enumerate(told) if (frame := _frame(text))]
    own = [(at, frame) for at, frame in frames if is_own(frame)]
    if not own:
        return None
    at, frame = own[-1]
    code = _source(told[at : at + MOST_SOURCE], frame.line)
    said = told[-1].strip() if carried else ""
    return OwnFrame(frame.file, frame.line, frame.function, code, said, raised=frames[-1] == own[-1])


def own_frame_near(text: bytes, start: int) -> OwnFrame | None:
    """The same for the exception whose line begins at `start` of a clean text."""
    before = text[max(0, start - MOST_BEFORE) : start].decode("utf-8", errors="ignore")
    behind = text[start : start + MOST_BEHIND].decode("utf-8", errors="ignore")
    return own_frame(BREAKS.split(before + behind), len(BREAKS.findall(before)) + 1, ends=True)


def _frame(text: str) -> Frame | None:
    told = FRAME.search(text) or BOXED.fullmatch(text)
    return Frame(told["function"].strip(), told["file"], int(told["line"])) if told else None


def _source(lines: Sequence[str], number: int) -> str:
    """The source line of the frame that the first of these names."""
    if BOXED.fullmatch(lines[0]):
        below = (text.strip().partition(" ") for text in lines[1:])
        return next((code.strip() for at, _, code in below if at == str(number)), "")
    return lines[1].strip() if len(lines) > 1 and not FRAME.search(lines[1]) else ""


def _bare(lines: Sequence[str]) -> Callable[[str], str | None]:
    """How a line of the traceback that ends with the last of these reads without what stands in front of it.

    What no list of prefixes knows, its first line tells.
    """
    rank, last = rank_of(lines[-1]), lines[-1]
    for line in reversed(lines[:-1]):
        if BEGIN not in line or rank_of(line) != rank:
            continue
        head = line.partition(BEGIN)[0]
        own = front_of(head)
        if own.rest(last) is not None:
            return own.rest if without_prefix(f"{head}x") != "x" else without_prefix
    return without_prefix


def _above(lines: Sequence[str], ends: bool, bare: Callable[[str], str | None]) -> Iterator[str]:
    """The lines of the traceback that ends with the last of these, those of the same rank, from its beginning."""
    rank = rank_of(lines[-1])
    own: list[str] = []
    for line in reversed(lines[:-1]):
        told = bare(line) if rank_of(line) == rank else None
        if told is None:
            continue
        own.append(told)
        if ends and ENDS.match(own[-1]):
            return iter(())
        if BEGIN in line:
            break
    return reversed(own)


def _carried(lines: Sequence[str], bare: Callable[[str], str | None]) -> list[str]:
    """The traceback that a worker sent along, with its exception as the last line; empty where there is none."""
    if not any(CARRIED in line for line in lines[:3]):
        return []
    told: list[str] = []
    for line in filter(None, map(bare, lines)):
        told.append(line)
        if ENDS.match(told[-1]) and CARRIED not in line:
            return told
    return []
