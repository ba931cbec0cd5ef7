"""Tracebacks of processes that somebody interrupted: where each stood when Ctrl-C came.

Any other traceback says where a program failed, not where it stood; `kb.reading.errors` has its exception.
"""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.known.packages import is_own
from kb.reading.stacks.stack import INTERRUPTED, Frame, Stack

HEAD = "Traceback (most recent call last):"
FRAME = re.compile(r"File \"(?P<file>[^\"]{1,500})\", line (?P<line>\d{1,7}), in (?P<function>.{1,200})")
OTHER_END = re.compile(
    r"(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|Exit|Expired|Timeout|Iteration)(?::.*)?"
)
# People leave the last line out. The terminal's echo of Ctrl-C tells it as well; so do functions of Python's that only
# wait, which nothing but an interrupt leaves by an exception.
ECHO = "^C"
ONLY_WAITS = re.compile(
    r"(?:.*/)?(?:threading\.py (?:wait|acquire|join|_wait_for_tstate_lock|_shutdown|_join_lock|result)"
    r"|multiprocessing/(?:popen_\w+\.py (?:poll|wait)|process\.py join|connection\.py (?:wait|_poll|poll))"
    r"|multiprocessing/synchronize\.py (?:acquire|__enter__)|subprocess\.py (?:_try_wait|_wait|wait)"
    r"|selectors\.py select|filelock/_api\.py acquire|utils/file_baton\.py wait)"
)
# Python calls these by itself, most often while it ends because of an interrupt: the program stood elsewhere.
CALLED_BY_PYTHON = ("_clean_up_worker", "__del__")
MOST_LINES = 1000


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The one stack above a KeyboardInterrupt, or whose end was not pasted; None above anything else.

    Frames without a first line may be several processes': they count where they lead to the user's code.
    """
    opening, headed = lines.peek() or "", HEAD in (lines.peek() or "")
    frames: list[Frame] = []
    if headed:
        lines.take()
    for _ in range(MOST_LINES):
        line = lines.peek()
        if line is None or line == "" or line.startswith("```"):
            return _stack(frames) if headed and (ECHO in opening or _only_waits(frames)) else None
        if OTHER_END.fullmatch(line) or (headed and line == opening):
            return None
        lines.take()
        if told := FRAME.fullmatch(line):
            frames.append(Frame(told["function"], told["file"], int(told["line"])))
        if line.startswith(END):
            return _stack(frames) if headed or any(map(is_own, frames)) else None
    return None


def _stack(frames: list[Frame]) -> tuple[Stack, ...] | None:
    """Of a process that ended and waits for a child of its own, one frame is all: it stands nowhere in a program."""
    ends = (len(frames) == 1 and _only_waits(frames)) or (frames and frames[0].function in CALLED_BY_PYTHON)
    return (Stack(tuple(reversed(frames)), INTERRUPTED),) if frames and not ends else None


def _only_waits(frames: list[Frame]) -> bool:
    return bool(frames) and ONLY_WAITS.fullmatch(f"{frames[-1].file} {frames[-1].function}"[-600:]) is not None


# The first line is often left out: then the last one opens it.
END = "KeyboardInterrupt"
OWN = re.compile(rb"File \"[^\"\n]{1,500}\", line \d{1,7}, in |Traceback \(most recent call last\):")
BEGINS = re.compile(rf"Traceback \(most recent call last\):|File \"[^\"]{{1,500}}\", line \d|{END}")
KIND = Kind(
    "interrupted", rf"Traceback \(most recent call last\):|{END}", read, ends=END.encode(), own=OWN, begins=BEGINS
)

# Both the first and the last line may be left out: then a function that only waits, as the last of all, opens it.
# Below a frame stands its source, and since Python 3.11 the signs that underline a part of it.
SIGNS = re.compile(r"[~^]+")
WAITS = (
    r"(?:threading|selectors|connection|synchronize|multiprocessing/process|popen_\w{4,12}|subprocess|file_baton)\.py\""
    r", line \d{1,7}, in (?:_?wait\w{0,20}|_?acquire|_?join\w{0,6}|result|_?poll|_try_wait|select|__enter__)\r?\n"
)


def read_cut(lines: Lines) -> tuple[Stack, ...] | None:
    """Frames alone, the innermost last, that lead from the user's code to such a function and end there."""
    frames: list[Frame] = []
    source = 0
    for _ in range(MOST_LINES):
        line = lines.peek()
        told = FRAME.fullmatch(line or "")
        if told:
            frames.append(Frame(told["function"], told["file"], int(told["line"])))
        source = 0 if told else source + 1
        if not line or line.startswith("```"):
            break
        if (
            (source > 1 and not SIGNS.fullmatch(line))
            or HEAD in line
            or OTHER_END.fullmatch(line)
            or line.startswith(END)
        ):
            return None
        lines.take()
    return _stack(frames) if _only_waits(frames) and any(map(is_own, frames)) else None


CUT_KIND = Kind("interrupted frames", WAITS, read_cut, ends=b'", line ', own=OWN, begins=BEGINS)
