"""What MPI and UCX print of a process that a signal ends: its name above, and frames as glibc or UCX write them.

Open MPI has host and process in front of each line, UCX above its own; where both are there, UCX comes first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.ended.signalled import crashed
from kb.reading.stacks.mangled import plain
from kb.reading.stacks.stack import Frame, Stack

# "[node07:4812:0:4830] Caught signal 11 (Segmentation fault: address not mapped to object at address 0x10)".
CAUGHT = re.compile(
    r"\[?[\w.-]{1,80}:(?P<pid>\d{1,9}) {0,6}:\d{1,9}(?::\d{1,9})?\] {1,3}Caught signal (?P<number>\d{1,3}) "
    r"\((?P<what>.{1,200}?)(?: at address \S{1,40})?\)"
)
UCX = re.compile(r"==== backtrace(?: \(tid: {0,9}(?P<tid>\d{1,9})\))? ====")
# gdb has "in" between the address and the function.
UCX_FRAME = re.compile(
    r"\d{1,3}:? {1,3}0x[0-9a-f]{4,16} (?!in )(?P<function>.{1,4000}?)\(\) {1,3}(?P<place>\S{0,1000}).{0,100}"
)
UCX_SYMBOL = re.compile(r"\d{1,3} {1,3}(?P<symbol>\S.{0,4000})")
UCX_ENDS = re.compile(r"={12,60}")
HOST = re.compile(r"\[[\w.-]{1,80}:(?P<pid>\d{2,9})\] ?")
MPI = "*** Process received signal ***"
MPI_ENDS = "*** End of error message ***"
SIGNAL = re.compile(r"Signal: (?P<what>.{1,100})")
MPI_FRAME = re.compile(r"(?:\[ {0,2}\d{1,3}\] ?)?(?P<symbol>\S.{0,4000})")
# glibc's "lib.so(function+0x1f)[0x7f…]", with the newest a space before the address; macOS's columns.
SYMBOL = re.compile(
    r"(?P<library>[^()\[\]]{1,500}?)(?:\((?P<function>[^()+]{0,2000})(?:\+0x[0-9a-f]{1,16})?\))? ?\[0x[0-9a-f]{1,16}\]"
    r"|(?:\d{1,3} {1,3})?(?P<image>\S{1,200}) {1,60}0x[0-9a-f]{8,16} (?P<name>.{1,2000}?) \+ \d{1,9}"
)
# Between the line of the signal and UCX's frames it shows the source.
MOST_SOURCE, MOST_FRAMES, MOST_OTHERS = 40, 200, 400


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """One process by what UCX and then Open MPI say of it; None where no frame follows."""
    caught = CAUGHT.fullmatch(lines.peek() or "")
    if caught:
        lines.take()
        _skip_source(lines)
    process = caught["pid"] if caught else ""
    ended = f"signal {caught['number']} ({caught['what']})" if caught else ""
    if headed := UCX.fullmatch(lines.peek() or "") is not None:
        lines.take()
    frames = _ucx_frames(lines)
    own = [crashed(frames, process, ended)] if len(frames) > (not headed) else []
    by_mpi = _of_mpi(lines, process) if own or not caught else []
    # The innermost frames of UCX's may be cut off, and with them the process and its signal.
    if own and by_mpi:
        own[0] = replace(own[0], process=process or by_mpi[0].process, ended=ended or by_mpi[0].ended)
    return (*own, *by_mpi) or None


def _skip_source(lines: Lines) -> None:
    for _ in range(MOST_SOURCE):
        line = lines.peek()
        if line is None or UCX.fullmatch(line) or CAUGHT.fullmatch(line):
            return
        lines.skip()


def _ucx_frames(lines: Lines) -> list[Frame]:
    frames: list[Frame] = []
    while len(frames) < MOST_FRAMES and (frame := _ucx_frame(lines.peek() or "")):
        lines.take()
        frames.append(frame)
    while UCX_ENDS.fullmatch(lines.peek() or "") or lines.peek() == "":
        lines.take()
    return frames


def _ucx_frame(line: str) -> Frame | None:
    if told := UCX_FRAME.fullmatch(line):
        file, _, number = told["place"].rpartition(":")
        return Frame(told["function"], file.strip("?"), int(number) if number.isdigit() else 0)
    told = UCX_SYMBOL.fullmatch(line)
    return _symbol(told["symbol"]) if told else None


def _of_mpi(lines: Lines, process: str) -> list[Stack]:
    """Open MPI's own of one process; between its lines may stand those of others, each with its process in front."""
    if not (lines.peek() or "").endswith(MPI):
        return []
    host = HOST.match(lines.take())
    pid, ended = host["pid"] if host else "", ""
    if process and pid and int(pid) != int(process):
        return []
    frames: list[Frame] = []
    for _ in range(MOST_OTHERS):
        line = lines.peek()
        if line is None or line.startswith("```") or (host is None and line.endswith(MPI)):
            break
        own = _line_of(line, pid)
        if own is None:
            lines.skip()
            continue
        lines.take()
        if told := SIGNAL.fullmatch(own):
            ended = told["what"].strip()
        elif (told := MPI_FRAME.fullmatch(own)) and (frame := _symbol(told["symbol"])):
            frames.append(frame)
        elif own == MPI_ENDS or frames:
            break
    return [crashed(frames, pid.lstrip("0"), ended)] if frames or ended else []


def _line_of(line: str, pid: str) -> str | None:
    """A line of one process without its name; None for another's."""
    told = HOST.match(line)
    if told is None:
        return None if pid else line
    return line[told.end() :] if told["pid"] == pid else None


def _symbol(text: str) -> Frame | None:
    told = SYMBOL.match(text)
    if not told:
        return None
    return Frame(plain(told["function"] or told["name"] or "??"), told["library"] or told["image"])


OPENING = r"Caught signal \d|==== backtrace|\*\*\* Process received signal|\d 0x0000[0-9a-f]{12} [A-Za-z_]"
BEGINS = re.compile(
    r"\[?[\w.-]{1,80}:\d{1,9} {0,6}:\d{1,9}(?::\d{1,9})?\] {1,3}Caught signal \d|==== backtrace"
    r"|\[[\w.-]{1,80}:\d{2,9}\] \*\*\* Process received|\*\*\* Process received|\d{1,3} {1,3}0x0000[0-9a-f]{12} "
)
KIND = Kind("backtrace", OPENING, read, labelled=False, begins=BEGINS)
