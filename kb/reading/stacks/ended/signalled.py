"""What glog, Abseil and Paddle print of a process that a signal or a failed check ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.language import marked
from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import CRASHED, Frame, Stack

# glog's "*** SIGBUS (@0x7f…) received by PID 27220 (TID 0x7f…) from PID 0; stack trace: ***"; Abseil's
# "*** SIGABRT received at time=1667934734 on cpu 3 ***", some with the process.
SIGNAL = re.compile(r"\*\*\* (?P<what>SIG[A-Z0-9]{2,8}) .{0,100}?received (?:by PID (?P<pid>\d{1,9})|at time=).{0,200}")
CHECK = re.compile(r"\*\*\* Check failure stack trace: \*\*\*")
ABORTED = re.compile(r"\*\*\* Aborted at \d{1,12}.{0,200}")
# "    @     0x7f8443ba5e6d (unknown)"; Abseil has the frame's size between, "(unknown)" too.
FRAME = re.compile(
    r"(?:PC: )?@ {1,30}0x[0-9a-f]{1,16}(?: {2,12}(?:\d{1,9}|\(unknown\)))?(?: {1,12}(?P<function>\S.{0,4000}))?"
)
MORE = re.compile(r"@ \.\.\. and at least \d{1,9} more frames|\[truncated\]")
UNKNOWN = ("(unknown)", "??", "")
# How a process ends: its signal's handler, its abort, what threw.
ENDING = re.compile(
    r"(?:__GI_)?(?:gsignal|raise|abort|_*pthread_kill\w*|__sigaction|_*restore_rt|__assert_fail\w*|tgkill|kill)(?:@.*|\(\))?$"
    r"|google::(?:LogMessage|LogDestination|DumpStackTrace|InstallFailure)|absl::.{0,60}(?:LogMessage|FailureSignal)"
    r"|(?:std|__cxxabiv1|__gnu_cxx)::_*(?:terminate|verbose_terminate)|__cxa_\w+|_Unwind_\w+|__gxx_personality\w*"
    r"|ucs_(?:handle_error|error_signal\w*|debug_\w+|fatal_error\w*|log_fatal\w*)|_sigtramp|<signal handler called>"
    r"|(?:tsl|tensorflow)::.{0,60}(?:LogMessageFatal|StacktraceHandler)|paddle::.{0,60}(?:SignalHandle|GetCurrentTraceBack)"
)
# How it ended, where no line says more.
SIGNALLED, CHECK_FAILED = marked("a signal"), marked("a check that failed")
MOST_FRAMES = 200


def crashed(frames: Sequence[Frame], process: str, ended: str) -> Stack:
    """One that ended: the frames from where it failed on."""
    named = [f for f in frames if f.function not in UNKNOWN or f.file]
    first = next((n for n, f in enumerate(named) if not ENDING.match(f.function) and not _is_libc(f)), len(named))
    return Stack(tuple(named[first:]) or (Frame("??"),), CRASHED, process, ended=ended or SIGNALLED)


def _is_libc(frame: Frame) -> bool:
    """A frame without a name in the C library, most often the handler of the signal itself."""
    return frame.function in UNKNOWN and re.search(r"/lib(?:c|pthread|gcc_s|stdc\+\+)[.-]", frame.file) is not None


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """One process; None where nothing says that it ended, or only that a check failed."""
    pid = ended = ""
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (line := lines.peek()) is not None:
        if len(frames) < 2 and (told := SIGNAL.fullmatch(line)):
            pid, ended = told["pid"] or pid, told["what"]
        elif not frames and CHECK.fullmatch(line):
            ended = ended or CHECK_FAILED
        elif told := FRAME.fullmatch(line):
            frames.append(Frame(_named(told["function"] or "??")))
        elif not (ABORTED.fullmatch(line) or MORE.fullmatch(line)):
            break
        lines.take()
    return (crashed(frames, pid, ended),) if frames and (ended or _tells(frames)) else None


def _named(function: str) -> str:
    return "??" if function in UNKNOWN else function


def _tells(frames: Sequence[Frame]) -> bool:
    """Without the line of the signal, at least two frames with a name."""
    return sum(frame.function not in UNKNOWN for frame in frames) > 1


PADDLE = "C++ Traceback (most recent call last):"
PADDLE_FRAME = re.compile(r"\d{1,3} {1,4}(?P<function>\S.{0,4000})")
RULE = re.compile(r"-{10,80}")
SUMMARY = "Error Message Summary:"
FATAL = re.compile(r"FatalError: `?(?P<what>[^`]{1,100}?)`? is detected by the operating system\.?")
INFO = re.compile(r"\[SignalInfo: \*\*\* .{1,100}? received by PID (?P<pid>\d{1,9}) .{0,200}")
MOST_LINES = 400


def read_paddle(lines: Lines) -> tuple[Stack, ...] | None:
    """The frames above a fatal signal of Paddle's, the innermost last; None above any other error."""
    frames: list[Frame] = []
    pid = ended = ""
    lines.take()
    for _ in range(MOST_LINES):
        line = lines.peek()
        if line is None or (ended and not line.startswith("[")):
            break
        if told := FATAL.fullmatch(line):
            ended = told["what"]
        elif told := INFO.match(line):
            pid = told["pid"]
        elif told := PADDLE_FRAME.fullmatch(line):
            frames.append(Frame(told["function"]))
        elif line and not (RULE.fullmatch(line) or line.startswith(("[", SUMMARY, PADDLE[:13]))):
            break
        lines.take()
    return (crashed(list(reversed(frames)), pid, ended),) if ended else None


OPENING = r"\*\*\* SIG[A-Z]{2,7} (?:\(@|received)|\*\*\* Check failure stack|\*\*\* Aborted at \d|PC: @ {1,20}0x"
BEGINS = re.compile(r"\*\*\* (?:SIG|Check failure|Aborted at)|PC: @|@ {1,30}0x|@ \.\.\. and")
KIND = Kind("failure signal", OPENING, read, begins=BEGINS)
PADDLE_KIND = Kind(
    "Paddle's traceback", r"C\+\+ Traceback \(most recent", read_paddle, begins=re.compile(r"C\+\+ Traceback")
)
