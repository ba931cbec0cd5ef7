"""py-spy dump, with and without --locals and --native, whole or only a thread of it."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.known.packages import is_own
from kb.reading.stacks.stack import Frame, Stack

PROCESS = re.compile(r"Process (?P<pid>\d{1,9}): (?P<command>.{0,4000})")
# Some leave the number out.
THREAD = re.compile(
    r"Thread (?:(?P<id>\d{1,9}|0x[0-9A-Fa-f]{1,16}) )?\([a-z+]{1,20}\)(?:: ?\"?(?P<name>[^\"]{0,100})\"?)?"
)
PLACE = re.compile(r"(?P<file>[^()]{1,500}?)(?::(?P<line>\d{1,7}))?\)")
LEFT_OUT = ("Arguments:", "Locals:", "...", "…")
LOCAL = re.compile(r"\w{1,200}: ")
# Engines name their processes, and py-spy leaves their package out of the paths of its modules.
ENGINE = re.compile(r"(?P<package>sglang|vllm)::", re.IGNORECASE)
RANK = re.compile(r"(?:--local[-_]rank[= ]|\bRANK=)(\d{1,5})\b")
MAIN = "MainThread"
MOST_THREADS, MOST_FRAMES = 256, 1000


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads of one process, or frames whose thread was cut off; None where no thread with a frame follows."""
    pid = rank = package = ""
    if told := PROCESS.fullmatch(lines.peek() or ""):
        pid, named, engine = told["pid"], RANK.search(told["command"]), ENGINE.match(told["command"])
        package = engine["package"].lower() if engine else ""
        rank = named[1] if named else ""
        lines.take()
        _skip_version(lines)
    stacks: list[Stack] = []
    if not pid and not THREAD.fullmatch(lines.peek() or "") and _frame(lines.peek() or ""):
        frames = tuple(_frames(lines))
        return (Stack(frames, "py-spy"),) if len(frames) > 1 else None
    while len(stacks) < MOST_THREADS and (told := THREAD.fullmatch(_next(lines))):
        lines.take()
        frames = tuple(_of_package(frame, package) for frame in _frames(lines))
        # A main thread has its process's number, where the line of the process was not pasted.
        number = told["id"] or ""
        process = number if not pid and told["name"] == MAIN and number.isdecimal() else pid
        stacks.append(Stack(frames, "py-spy", process, rank, told["name"] or number))
    return tuple(stack for stack in stacks if stack.frames) or None


def _of_package(frame: Frame, package: str) -> Frame:
    """A module of the engine under its package's name; the user's own has a path from the root."""
    inside = package and is_own(frame) and not frame.file.startswith(("/", "."))
    return replace(frame, file=f"{package}/{frame.file}") if inside else frame


def _next(lines: Lines) -> str:
    """The next line that is not empty; "" behind the last."""
    while lines.peek() == "":
        lines.take()
    return lines.peek() or ""


def _skip_version(lines: Lines) -> None:
    """With --subprocesses the parent's command follows."""
    while _next(lines).startswith(("Python v", "Parent Process ")):
        lines.take()


def _frames(lines: Lines) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (line := lines.peek()) and not THREAD.fullmatch(line):
        if line in LEFT_OUT or LOCAL.match(line):
            lines.take()
        elif frame := _frame(line):
            lines.take()
            frames.append(frame)
        else:
            break
    return tuple(frames)


def _frame(line: str) -> Frame | None:
    """The name of a native function may hold anything, even spaces and brackets: the last bracket is the place."""
    function, _, place = line.rpartition(" (")
    told = PLACE.fullmatch(place[:600])
    return Frame(function[:4000], told["file"], int(told["line"] or 0)) if function and told else None


# A process, or a thread of its own where only that was pasted.
OPENING = r"Process \d{1,9}: |Thread (?:0x[0-9A-Fa-f]{1,16} |\d{1,9} )?\((?:active|idle)"
BEGINS = re.compile(r"Process \d{1,9}: |Thread (?:0x[0-9A-Fa-f]{1,16} |\d{1,9} )?\((?:active|idle)")
KIND = Kind("py-spy", OPENING, read, begins=BEGINS)
# Frames whose thread was cut off are known by a main thread's last one.
END = "<module> ("
OWN = re.compile(rb" \([^()\n]{3,400}:\d{1,7}\)\s{0,9}$")
CUT_KIND = Kind("py-spy frames", r"<module> \([^)]{3,200}:\d{1,6}\)\n", read, ends=END.encode(), own=OWN)
