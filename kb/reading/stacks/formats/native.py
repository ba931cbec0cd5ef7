"""Native stacks: gdb's, with the Python frames that its arguments name, and lldb's."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.ended.signalled import crashed
from kb.reading.stacks.formats.faulthandler import PY_BT, frames_of
from kb.reading.stacks.stack import Frame, Stack

THREAD = re.compile(
    r"Thread (?P<number>\d{1,6}) \((?:Thread 0x[0-9a-f]{1,16} \()?(?:LWP|process) (?P<lwp>\d{1,9})\)?.{0,120}"
    r"|TID (?P<task>\d{1,9}):"
)
# eu-stack's first line; its first thread is the main one.
PROCESS = re.compile(r"PID (?P<pid>\d{1,9}) - (?:process|core)")
# What ends a program; whoever interrupts one under gdb wants to see where it stands.
ENDED = re.compile(
    r"(?:Thread \d{1,6} .{0,80}?|Program )(?:received|terminated with) signal "
    r"(?P<what>(?:SIG(?:SEGV|ABRT|BUS|ILL|FPE|KILL)|\d{1,2}), .{1,60}?)\.?$"
)
MOST_BEFORE, MOST_BEHIND = 40, 12
NO_PYTHON = "Unable to locate python frame"
NUMBERED = re.compile(r"#(?P<number>\d{1,4}) {1,2}(?P<rest>\S.*)")
PYTHON = re.compile(
    r"(?:Frame 0x[0-9a-f]{1,16}, )?for file (?P<file>[^,]{1,500}), line (?P<line>\d{1,7}), in (?P<f>\S+)"
)
# As Python 2.6's extension of gdb has it.
OLD_PYTHON = re.compile(r"file '(?P<file>[^']{1,500})',(?: line (?P<line>\d{1,7}),)? in '(?P<f>[^']{1,200})'")
GDB = re.compile(
    r"(?:0x[0-9a-f]{4,16} (?:in |- \d )?)?(?P<function>\?\?|<signal handler called>|[\w~(:].{0,4000}?)(?: \(.*)?"
)
FROM = re.compile(r" (?:from|at) (?P<file>[^\s:]{1,500})(?::(?P<line>\d{1,7}))?$")
LLDB_THREAD = re.compile(r"(?:\* )?thread #(?P<number>\d{1,6})(?:, .{0,300})?")
LLDB = re.compile(
    r"(?:\* )?frame #(?P<number>\d{1,4}): 0x[0-9a-f]{4,16} (?P<library>[^`\s]{1,200})`(?P<function>.{1,4000}?)"
    r"(?: \+ \d{1,9})?(?: at (?P<file>[^\s:]{1,500}):(?P<line>\d{1,7})(?::\d{1,5})?)?"
)
# `bt full` has a frame's variables below it.
LOCAL = re.compile(
    r"(?:[A-Za-z_][\w.:~]{0,200}(?:\[\d{1,9}\])?|<[^>]{1,200}>) = |No locals\.|No symbol table info|__\w+__ = "
)
MOST_THREADS, MOST_FRAMES, MOST_CONTINUED, MOST_LOCALS = 512, 1000, 4, 200


def read_gdb(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads of one process, as gdb and eu-stack order them; None where there are not two frames together."""
    told = ENDED.match(lines.peek() or "")
    if told:
        _skip_to_frames(lines)
    stacks = _threads(lines)
    if told and sum(len(stack.frames) for stack in stacks) == 1:  # the one frame that gdb shows before `bt`
        _skip_to_frames(lines)
        stacks = _threads(lines)
    if not any(len(s.frames) > 1 or s.frames[0].is_python for s in stacks):
        return None
    told = told or (_ended_behind(lines) if len(stacks) == 1 else None)
    return (crashed(stacks[0].frames, stacks[0].process, told["what"]), *stacks[1:]) if told else tuple(stacks)


def _ended_behind(lines: Lines) -> re.Match[str] | None:
    """Some paste the one stack first, and below it what gdb printed when it stopped there."""
    for _ in range(MOST_BEHIND):
        line = lines.peek()
        told = ENDED.match(line or "")
        if told or line is None or NUMBERED.fullmatch(line) or THREAD.fullmatch(line):
            return told
        lines.skip()
    return None


def _skip_to_frames(lines: Lines) -> None:
    for _ in range(MOST_BEFORE):
        line = lines.peek()
        if line is None or NUMBERED.fullmatch(line) or THREAD.fullmatch(line):
            return
        lines.skip()


def _threads(lines: Lines) -> list[Stack]:
    stacks: list[Stack] = []
    while len(stacks) < MOST_THREADS:
        number, process, headed = _thread(lines)
        frames = _gdb_frames(lines) or (_python_frames(lines) if headed else ())
        if not frames and not (headed and (lines.peek() or "").startswith(NO_PYTHON)):
            break
        if frames:
            stacks.append(Stack(frames, "gdb", process if number == "1" else "", thread=number))
        else:
            lines.take()
        while lines.peek() == "":
            lines.take()
    return stacks


def _thread(lines: Lines) -> tuple[str, str, bool]:
    """(number, process, whether a line says so): of gdb's main thread 1, and eu-stack's, whose process comes first."""
    told = PROCESS.fullmatch(lines.peek() or "")
    if told:
        lines.take()
    thread = THREAD.fullmatch(lines.peek() or "")
    if thread is None:
        return "", "", False
    lines.take()
    number = thread["number"] or ("1" if told else thread["task"])
    return number, thread["lwp"] or (told["pid"] if told else ""), True


def _python_frames(lines: Lines) -> tuple[Frame, ...]:
    """thread apply all py-bt."""
    if not (lines.peek() or "").endswith(PY_BT):
        return ()
    lines.take()
    return frames_of(lines, with_source=True)


def _gdb_frames(lines: Lines) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (told := NUMBERED.fullmatch(lines.peek() or "")):
        number = int(told["number"])
        if frames and number == 0:
            break
        lines.take()
        frames.append(_gdb_frame(" ".join([told["rest"], *continued(lines)])))
        _skip_locals(lines)
    return tuple(frames)


def _skip_locals(lines: Lines) -> None:
    """The values of one may take several lines."""
    if not LOCAL.match(lines.peek() or ""):
        return
    for _ in range(MOST_LOCALS):
        line = lines.peek()
        if not line or line.startswith(("#", "(gdb)", "```")) or THREAD.fullmatch(line):
            return
        lines.take()


def continued(lines: Lines) -> list[str]:
    """gdb, and every terminal, wraps long frames."""
    more: list[str] = []
    while len(more) < MOST_CONTINUED and (line := lines.peek()):
        if line.startswith(("#", "(gdb)")) or THREAD.fullmatch(line) or LOCAL.match(line):
            break
        more.append(lines.take())
    return more


def _gdb_frame(text: str) -> Frame:
    if told := PYTHON.search(text[:8000]) or OLD_PYTHON.fullmatch(text[:800]):
        return Frame(told["f"], told["file"], int(told["line"] or 0))
    place = None if text.startswith("<") else FROM.search(text[-600:])
    told = GDB.fullmatch(text[:4000])
    function = told["function"] if told else text[:200]
    return Frame(function, place["file"] if place else "", int(place["line"] or 0) if place else 0)


def read_lldb(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads of one process as lldb prints them; None where there are not two frames together."""
    stacks: list[Stack] = []
    while len(stacks) < MOST_THREADS and (line := lines.peek()) is not None:
        thread = LLDB_THREAD.fullmatch(line)
        if thread:
            lines.take()
        frames = _lldb_frames(lines)
        if not frames:
            break
        stacks.append(Stack(frames, "lldb", thread=thread["number"] if thread else ""))
        while lines.peek() == "":
            lines.take()
    return tuple(stacks) if any(len(stack.frames) > 1 for stack in stacks) else None


def _lldb_frames(lines: Lines) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (told := LLDB.fullmatch((lines.peek() or "")[:8000])):
        if frames and told["number"] == "0":
            break
        lines.take()
        frames.append(Frame(told["function"], told["file"] or told["library"], int(told["line"] or 0)))
    return tuple(frames)


# A frame without an address is one of a function with symbols, most often one of these, in which threads wait.
WITHOUT_ADDRESS = r"__|do_futex|futex_|pthread_|syscall|epoll_|poll |select|nanosleep|clock_|accept|recv|read |wait"
# py-bt-full, and py-bt of Python 2, have a number in front of each Python frame.
# Where the innermost frames are cut off, those of a collective still tell.
OPENING = (
    rf"#0  (?:0x|{WITHOUT_ADDRESS}|[A-Za-z_~][\w:~<>]{{1,80}} \()|#\d{{1,3}} (?:Frame 0x|file '/|Waiting for a lock)"
    r"|Thread \d{1,6} \((?:Thread 0x|LWP )"
    r"|#\d{1,3} {1,2}0x[0-9a-f]{8,16} in (?:c10d::|p?nccl[A-Z]|cuda[A-Z]|cu[A-Z][a-z]|hip[A-Z]|P?MPI_|gloo::)"
    r"|(?:received|terminated with) signal (?:SIG[A-Z]{3,4}|\d{1,2}), |PID \d{1,9} - (?:process|core)|TID \d{1,9}:"
)
BEGINS = re.compile(r"#\d{1,3} {1,2}(?:0x[0-9a-f]|[a-zA-Z_?<~])|Thread \d{1,6} (?:\(|\".{0,60}received)|Program ")
GDB_KIND = Kind("gdb", OPENING, read_gdb, 256 * 1024, begins=BEGINS)
OPENING_LLDB = r"thread #\d{1,6}, .{0,80}stop reason = |frame #0: 0x[0-9a-f]{8,16} \S{1,80}`"
LLDB_KIND = Kind("lldb", OPENING_LLDB, read_lldb, 256 * 1024)
