"""pystack: each thread's frames, most recent call last, Python's and C's between each other."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import Frame, Stack

THREAD = re.compile(
    r"Traceback for thread (?P<id>\d{1,9})(?: \((?P<name>.{0,60})\))? .{0,200}\(most recent call last\):"
)
FRAME = re.compile(
    r"\((?:Python|C)\) File \"(?P<file>[^\"]{0,500})\", line (?P<line>\d{1,7}),? in (?P<function>.{1,4000}?)"
    r"(?: \((?P<library>[^()]{0,500})\))?"
)
# Of a core dump it says first how the process ended.
DIED = re.compile(r"The process died due (?:to )?receiving signal (?P<signal>SIG[A-Z]{2,8})(?: .{0,200})?")
MOST_THREADS, MOST_LINES, MOST_BETWEEN = 256, 4000, 40
MOST_HEAD = 12


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads of one process."""
    stacks: list[Stack] = []
    died = DIED.fullmatch(lines.peek() or "")
    while died and lines.peek() is not None and not THREAD.fullmatch(lines.peek()) and len(lines.taken) < MOST_HEAD:
        lines.take()
    while len(stacks) < MOST_THREADS and (told := THREAD.fullmatch(lines.peek() or "")):
        lines.take()
        frames = tuple(reversed(_frames(lines)))
        # A main thread has its process's number.
        process = told["id"] if any(frame.function == "<module>" for frame in frames) else ""
        stacks.append(
            Stack(frames, "pystack", process, thread=told["name"] or told["id"], ended=died["signal"] if died else "")
        )
    return tuple(stack for stack in stacks if stack.frames) or None


def _frames(lines: Lines) -> list[Frame]:
    """Frames; the source, arguments and locals of each stand below it."""
    frames: list[Frame] = []
    between = 0
    for _ in range(MOST_LINES):
        line = lines.peek()
        if line is None or THREAD.fullmatch(line) or between > MOST_BETWEEN:
            break
        told = FRAME.fullmatch(line)
        if told:
            lines.take()
            frames.append(Frame(told["function"], told["file"] or told["library"] or "", int(told["line"])))
        else:
            lines.skip()
        between = 0 if told else between + 1
    return frames


BEGINS = re.compile(r"Traceback for thread \d|The process died due")
KIND = Kind(
    "pystack", r"Traceback for thread \d|process died due (?:to )?receiving signal SIG", read, 256 * 1024, begins=BEGINS
)
