"""Where a collective was called that NCCL's watchdog gave up: the flight recorder knows it, if it is on."""

from __future__ import annotations

import re

from kb.language import marked
from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import CRASHED, Frame, Stack

HEAD = "Stack trace of the failed collective:"
FRAME = re.compile(r"#\d{1,4} {1,2}(?P<function>\S.{0,1000}?) from (?P<file>\S.{0,500}?):(?P<line>\d{1,7})")
TIMED_OUT = marked("the watchdog's timeout")
MOST_FRAMES = 1000


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The frames of one call; None where the recorder was off."""
    if not (lines.peek() or "").endswith(HEAD):
        return None
    lines.take()
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (told := FRAME.fullmatch(lines.peek() or "")):
        lines.take()
        frames.append(Frame(told["function"], told["file"], int(told["line"])))
    return (Stack(tuple(frames), CRASHED, ended=TIMED_OUT),) if frames else None


KIND = Kind(
    "failed collective",
    r"Stack trace of the failed collective: ?\n",
    read,
    begins=re.compile("Stack trace of the failed"),
)
