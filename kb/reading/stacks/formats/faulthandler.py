"""Python's own dumps: faulthandler's and gdb's py-bt, most recent call first; programs' of sys._current_frames, last.

Everybody writes the line above a thread in another way: "# Thread: main(140…)", "-- Thread ID: 140… --", "thread 1…:".
"""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.mangled import plain
from kb.reading.stacks.stack import Frame, Stack

# Of Windows' exceptions those that have a name end a program; one with a code alone may be handled.
FATAL = re.compile(r"(?:Fatal Python error: |Windows fatal exception: (?!code ))(?P<what>.{1,200})")
# dump_traceback_later's: it has waited so long, and the program goes on.
LATER = re.compile(r"Timeout \(\d{1,4}:\d\d:\d\d(?:\.\d{1,6})?\)!")
# Python 3.14 has a thread's name in brackets, cut after 15 letters: "[Thread-1 (_moni]".
THREAD = re.compile(r"(?P<current>Current )?[Tt]hread 0x(?P<id>[0-9a-f]{1,16})\b.{0,100}?\(most recent call first\):")
PY_BT = "Traceback (most recent call first):"
# Where only the current thread was asked for.
ONE_THREAD = "Stack (most recent call first):"
FRAME = re.compile(r"File \"(?P<file>[^\"]{1,500})\", line (?P<line>\d{1,7}|\?\?\?),? in (?P<function>.{1,200})")
# What faulthandler prints between the threads of one process and above a thread's frames, and py-bt between frames.
BETWEEN = re.compile(
    r"Garbage-collecting$|<(?:no Python frame|tstate is freed|truncated|built-in|invalid |freed )|\.\.\."
    r"|Extension modules:"
)
PRINTED_THREAD = re.compile(
    r"[#*=-]{0,40} ?(?:Stack (?:trace )?(?:for|of) )?"
    r"[Tt]hread ?(?:(?:ID|Id|id|name)\b)?:? ?(?P<name>[\w.()<>, -]{1,120}?) ?:?[#*=-]{0,100}"
)
PRINTED = re.compile(
    r"File:? \"(?P<file>[^\"]{1,500})\", line (?P<line>\d{1,7}), in (?P<function>[\w.<>]{1,200})(?:\(\))?"
)
# A printed frame's source and the signs under it.
MOST_SOURCE = 3
# Python 3.14 shows the C frames of the crashed thread below: 'Binary file "lib.so", at function+0x1f [0x7f…]'.
C_STACK = "Current thread's C stack trace (most recent call first):"
C_FRAME = re.compile(
    r"Binary file \"(?P<file>[^\"]{1,500})\"(?:, at (?P<function>[^+\s]{0,2000}?)(?:[+-]0x[0-9a-f]{1,16})?)?"
    r" ?\[0x[0-9a-f]{1,16}\]"
)
# How it came to print them.
HANDLER = re.compile(r"_Py_DumpStack|_?faulthandler_\w+|_PyFaulthandler\w*|fatal_error\w*|_Py_FatalError\w*")
MOST_THREADS, MOST_FRAMES = 256, 1000


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads of one process, the current one first; None where no thread with a frame follows."""
    ended = ""
    if LATER.fullmatch(lines.peek() or ""):
        lines.take()
    if told := FATAL.search(lines.peek() or ""):
        ended = told["what"]
        lines.take()
        _skip_to_thread(lines)
    if (lines.peek() or "").endswith(ONE_THREAD):
        lines.take()
        frames = frames_of(lines)
        of_c = _c_frames(lines)
        stacks = (Stack(frames, "faulthandler", ended=ended), Stack(of_c, "faulthandler C", ended=ended))
        return tuple(stack for stack in stacks if stack.frames) or None
    if (lines.peek() or "").endswith(PY_BT):
        lines.take()
        frames = frames_of(lines, with_source=True)
        return (Stack(frames, "py-bt", ended=ended),) if frames else None
    found: list[tuple[bool, Stack]] = []
    seen: set[str] = set()
    while len(found) < MOST_THREADS and (told := THREAD.fullmatch(lines.peek() or "")):
        current = told["current"] is not None
        if told["id"] in seen or (current and any(was for was, _ in found)):
            break  # the next process
        seen.add(told["id"])
        lines.take()
        found.append((current, Stack(frames_of(lines), "faulthandler", thread=told["id"], ended=ended)))
        _skip_to_thread(lines)
    if found and (of_c := _c_frames(lines)):
        found.append((False, Stack(of_c, "faulthandler C", ended=ended)))
    found.sort(key=lambda thread: not thread[0])
    return tuple(stack for _, stack in found if stack.frames) or None


def _skip_to_thread(lines: Lines) -> None:
    while (line := lines.peek()) == "" or (line is not None and BETWEEN.match(line)) or _is_state(line):
        lines.take()


def _c_frames(lines: Lines) -> tuple[Frame, ...]:
    """Those with a name, from where it failed on."""
    if lines.peek() != C_STACK:
        return ()
    lines.take()
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (told := C_FRAME.fullmatch(lines.peek() or "")):
        lines.take()
        frames.append(Frame(plain(told["function"] or "??"), told["file"]))
    return tuple(frame for frame in frames if frame.function != "??" and not HANDLER.match(frame.function))


def _is_state(line: str | None) -> bool:
    return line is not None and line.startswith(("Python runtime state:", "<Cannot show all threads"))


def frames_of(lines: Lines, with_source: bool = False) -> tuple[Frame, ...]:
    """Frames; py-bt prints the source below each, and names less of a function that was optimised away."""
    frames: list[Frame] = []
    source = with_source
    while len(frames) < MOST_FRAMES and (line := lines.peek()) is not None:
        if told := FRAME.fullmatch(line):
            number = told["line"]
            frames.append(Frame(told["function"], told["file"], int(number) if number.isdigit() else 0))
            source = with_source
        elif not line:  # some pastes have an empty line between every two
            source = False
        elif BETWEEN.match(line):
            pass
        elif source and not line.startswith("Thread "):
            source = False
        else:
            break
        lines.take()
    return tuple(frames)


def read_cut(lines: Lines) -> tuple[Stack, ...] | None:
    """Frames whose thread was not pasted; None of a thread that the program started beside its main one."""
    frames = frames_of(lines)
    started = any(frame.function == "_bootstrap" for frame in frames)
    return (Stack(frames, "faulthandler"),) if len(frames) > 1 and not started else None


def read_printed(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads that a program printed of itself; None where no frame stands below the line of one."""
    stacks: list[Stack] = []
    while len(stacks) < MOST_THREADS and (told := PRINTED_THREAD.fullmatch(lines.peek() or "")):
        lines.take()
        frames = _printed_frames(lines)
        if not frames:
            break
        stacks.append(Stack(tuple(reversed(frames)), "printed", thread=told["name"].strip("() ")))
        while lines.peek() == "":
            lines.take()
    return tuple(stacks) or None


def _printed_frames(lines: Lines) -> list[Frame]:
    frames: list[Frame] = []
    between = 0
    while len(frames) < MOST_FRAMES and between <= MOST_SOURCE and (line := lines.peek()):
        if told := PRINTED.fullmatch(line):
            lines.take()
            frames.append(Frame(told["function"], told["file"], int(told["line"])))
            between = 0
        elif not frames or PRINTED_THREAD.fullmatch(line):
            break
        else:
            lines.skip()
            between += 1
    return frames


ENDINGS = r"Fatal Python error: |Windows fatal exception: [a-z]"
LATER_BEGINS = r"Timeout \(\d{1,4}:\d\d:\d\d"
CALLS = r"(?:Traceback|Stack) \(most recent call first\):"
OPENING = rf"{LATER_BEGINS}|hread 0x[0-9a-f]{{1,16}} |{CALLS}|{ENDINGS}"
BEGINS = re.compile(rf"{LATER_BEGINS}|(?:Current )?[Tt]hread 0x[0-9a-f]{{1,16}} |{ENDINGS}|{CALLS}")
KIND = Kind("faulthandler", OPENING, read, begins=BEGINS)
# A traceback has a comma behind the line's number.
CUT_KIND = Kind("faulthandler frames", r"\", line \d{1,7} in [\w<]", read_cut, begins=re.compile(r"File \""))
PRINTED_KIND = Kind("thread dump", r"# Thread(?:ID)?: |[Tt]hread(?: ID| id)?:? ?\d{12,16}", read_printed)
