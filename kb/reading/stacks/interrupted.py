"""Tracebacks of processes that somebody interrupted: where each stood when Ctrl-C came.

Any other traceback says where a program failed, not where it stood; `kb.reading.errors` has its exception.
"""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import Frame, Stack

FRAME = re.compile(r"File \"(?P<file>[^\"]{1,500})\", line (?P<line>\d{1,7}), in (?P<function>.{1,200})")
OTHER_END = re.compile(
    r"(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|Exit|Expired|Timeout|Iteration)(?::.*)?"
)
MOST_LINES = 1000


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The one stack above a KeyboardInterrupt; None above anything else."""
    opening = lines.take()
    frames: list[Frame] = []
    for _ in range(MOST_LINES):
        line = lines.peek()
        if line is None or line == "" or OTHER_END.fullmatch(line) or line == opening:
            return None
        lines.take()
        if told := FRAME.fullmatch(line):
            frames.append(Frame(told["function"], told["file"], int(told["line"])))
        if line.startswith("KeyboardInterrupt"):
            return (Stack(tuple(reversed(frames)), "traceback"),) if frames else None
    return None


KIND = Kind("interrupted", r"Traceback \(most recent call last\):", read)
