"""The C++ frames in torch's errors, which terminals wrap."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.formats.native import MOST_CONTINUED, MOST_FRAMES, NUMBERED, continued
from kb.reading.stacks.stack import Frame, Stack

FRAME = re.compile(
    r"frame #(?P<number>\d{1,4}): (?P<function>.{1,4000}?)(?: \+ (?:0x[0-9a-f]+|\d{1,9}))?"
    r"(?: \(0x[0-9a-f]+ in ?(?P<file>[^()]{0,500})\)?)?"
)
# What torch prints of a C++ error where TORCH_SHOW_CPP_STACKTRACES is set; it leaves its own first frames out.
CAPTURED = "C++ CapturedTraceback:"
CAPTURED_END = re.compile(r" from \S{1,500}:\d{1,7}$")
NARROWEST = 72


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The frames of one C++ error of torch; None where there are not two together."""
    if (lines.peek() or "").endswith(CAPTURED):
        return _read_captured(lines)
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (begun := FRAME.fullmatch(_joined(lines))):
        if frames and begun["number"] == "0":
            break
        told = FRAME.fullmatch(_unwrapped(lines)) or begun
        frames.append(Frame(told["function"], (told["file"] or "").rpartition("/")[2]))
    return (Stack(tuple(frames), "torch C++"),) if len(frames) > 1 else None


def _unwrapped(lines: Lines) -> str:
    """A frame with what a terminal wrapped of it; none of its lines is shorter than a terminal is wide."""
    text, last = _joined(lines), lines.take()
    for _ in range(MOST_CONTINUED):
        after = lines.peek() or ""
        if last.endswith(")") or len(last) < NARROWEST or not after or "frame #" in after[:200]:
            break
        last = lines.take()
        text += last
    return text


def _read_captured(lines: Lines) -> tuple[Stack, ...] | None:
    lines.take()
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (told := NUMBERED.fullmatch(lines.peek() or "")):
        lines.take()
        whole = CAPTURED_END.search(told["rest"][-600:])
        text = told["rest"] if whole else "".join([told["rest"], *continued(lines)])
        function, _, place = text[:8000].rpartition(" from ")
        frames.append(Frame(function or text[:4000], place.rpartition("/")[2].partition(":")[0]))
    return (Stack(tuple(frames), "torch C++"),) if len(frames) > 1 else None


def _joined(lines: Lines) -> str:
    line = lines.peek() or ""
    return line[line.find("frame #") :] if "frame #" in line[:200] else line


OPENING = r"frame #(?:0: |\d{1,3}: (?:c10d|gloo)::)|C\+\+ CapturedTraceback:"
KIND = Kind("torch C++ stack", OPENING, read, begins=re.compile(r"frame #\d|C\+\+ Captured"))
