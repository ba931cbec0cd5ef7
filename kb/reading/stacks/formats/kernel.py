"""The kernel's own stacks: /proc/PID/stack, and what it says of a task that has been blocked for minutes."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import Frame, Stack

# dmesg, -T; -e and -H have "[  +0.000049]" and now and then "[Nov24 02:11]".
STAMP = re.compile(
    r"(?:\d{1,7} (?=\[))?(?:.{0,120}kernel: )?(?:<\d{1,3}>)?"
    r"(?:\[[ \d.+<>]{3,24}\]|\[\w{3} \w{3} [ \d:]{10,24}\]|\[\w{3} ?\d{1,2} [\d:]{5,8}\])?"
    r" ?(?:\[\s*T?\d{1,9}\] ?)?"
)
FRAME = re.compile(
    r"(?:\[<(?:0|[0-9a-f]{8,16})>\] )?(?P<stale>\? )?(?P<function>[A-Za-z_][\w.]{1,120})\+0x[0-9a-f]{1,8}"
    r"/0x[0-9a-f]{1,8}(?: \[\w{1,60}\])?"
)
ASKED = re.compile(r".{0,200}/proc/(?P<pid>\d{1,9})/(?:task/\d{1,9}/)?stack\b.{0,100}")
BLOCKED = re.compile(r"INFO: task (?P<name>.{1,40}):(?P<pid>\d{1,9}) blocked for more than \d{1,9} seconds\.?.{0,100}")
TASK = re.compile(r"task:(?P<name>.{1,40}?)\s{1,20}state:(?P<state>\w).{0,200}?pid: ?(?P<pid>\d{1,9})\b.{0,200}")
# What stands between such a line and the frames.
BETWEEN = re.compile(
    r"(?:Call Trace:|</?TASK>|Tainted: |Not tainted |\"echo 0 > /proc/sys/kernel/hung_task"
    r"|[A-Za-z_][\w:\[\]]{1,60}:?\s{1,20}[DSRT] |(?:[0-9a-f]{16} ?){1,4}$)"
)
# The way into the scheduler, which says nothing.
SCHEDULES = re.compile(
    r"(?:__schedule|schedule(?:_timeout|_hrtimeout\w*|_preempt_disabled)?|io_schedule(?:_timeout|_prepare)?|_raw_spin_\w+)$"
)
MOST_FRAMES, MOST_BETWEEN = 200, 12


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The stack of one task; None where no frame follows."""
    pid = _named(lines)
    frames: list[Frame] = []
    for _ in range(MOST_FRAMES):
        told = FRAME.fullmatch(_bare(lines))
        if not told:
            break
        lines.take()
        if not told["stale"] and not SCHEDULES.match(told["function"]):
            frames.append(Frame(told["function"], "kernel"))
    return (Stack(tuple(frames), "kernel", pid),) if frames else None


def _named(lines: Lines) -> str:
    """The number of the task, from the lines above its frames."""
    pid = ""
    for _ in range(MOST_BETWEEN):
        line = _bare(lines)
        told = ASKED.fullmatch(line) or BLOCKED.fullmatch(line) or TASK.fullmatch(line)
        if not told and (FRAME.fullmatch(line) or not (line == "" or BETWEEN.match(line))):
            break
        if lines.peek() is None:
            break
        lines.take()
        pid = told["pid"] if told else pid
    return pid


def _bare(lines: Lines) -> str:
    line = lines.peek() or ""
    return line[STAMP.match(line).end() :].strip()


OPENING = (
    r"\[<0>\] \w|\[<ffff[0-9a-f]{12}>\] \w|/proc/\d{1,9}/(?:task/\d{1,9}/)?stack|blocked for more than \d{2,6} sec"
    r"|task:\S{1,40} {1,20}state:D "
)
KIND = Kind("kernel stack", OPENING, read, 16 * 1024)
