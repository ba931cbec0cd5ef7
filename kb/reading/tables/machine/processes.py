"""ps and top: which of a job's processes are stuck in the kernel, have ended or are stopped, and which rank is gone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

# The first line in all of its forms: a process's number, and the command last.
HEADER = re.compile(r"(?:.{0,120}\s)?PID\s.{0,200}\s?(?:COMMAND|Command|CMD)")
STATE = r"(?P<stat>[DRSTtWXZI][<NLsl+]{0,6})"
# Rows that grep took out of their table: ps aux, ps -ef, and -o pid,ppid,stat,lstart,rss,args.
ROWS = (
    re.compile(
        rf"\S{{1,40}}\s+(?P<pid>\d{{1,9}})\s+[\d.]{{1,6}}\s+[\d.]{{1,6}}\s+\d{{1,15}}\s+\d{{1,12}}\s+\S{{1,12}}\s+{STATE}\s+"
        r"\S{1,10}\s+[\d:.-]{3,14}\s+(?P<command>\S.*)"
    ),
    re.compile(
        r"\S{1,40}\s+(?P<pid>\d{1,9})\s+(?P<ppid>\d{1,9})\s+\d{1,3}\s+\S{1,8}\s+\S{1,12}\s+[\d:-]{8,14}\s+(?P<command>\S.*)"
    ),
    re.compile(
        rf"(?P<pid>\d{{1,9}})\s+(?P<ppid>\d{{1,9}})\s+{STATE}\s+\w{{3}} \w{{3}}\s+\d{{1,2}} [\d:]{{8}} \d{{4}}\s+"
        r"\d{1,12}\s+(?P<command>\S.*)"
    ),
)
# A job's own; of others nobody asked who has the whole table.
OF_A_JOB = re.compile(
    r"python|torchrun|deepspeed|accelerate|pt_main_thread|pt_elastic|ray::|VLLM|sglang|nvidia-smi|rocm-smi|mpirun|horovod"
)
# Of these, state and end say nothing of a job, whoever looked for them.
NO_JOB = re.compile(
    r"\[?(?:/usr/\S{1,60}/)?(?:Xorg|Xwayland|gnome|gdm|kworker|kswapd|kthread|jbd2|systemd|sshd|dbus|containerd|irq/)"
    r"|\[(?:bash|sh|ssh|cron|sed|grep|cat|tail|sleep|git|docker|node|chrome|nvidia-persiste|\(sd-pam\))\]"
)
STATES = {"D": "in-kernel", "Z": "ended", "T": "stopped", "t": "stopped"}
DEFUNCT = "<defunct>"
# A launcher that says how many ranks it starts here; a shell around it is none.
LAUNCHER = re.compile(
    r"(?:\S{0,200}/)?(?:python[\d.]{0,5}|torchrun|accelerate)\s.{0,300}?"
    r"--(?:nproc[-_]per[-_]node|num[-_]processes)[= ](?P<ranks>\d{1,3})\b"
)
SEVERAL_NODES = re.compile(r"--num[-_]machines[= ](?!1\b)")
NO_RANK = re.compile(r"resource_tracker|resource_sharer|forkserver|compile_worker|semaphore_tracker")
# A start may be one word, "Nov 02", or "Mon Nov  2 10:11:12 2026".
WIDTHS = dict.fromkeys("Mon Tue Wed Thu Fri Sat Sun".split(), 5) | dict.fromkeys(
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 2
)
MOST_ROWS, MOST_STATUS = 4000, 8


class Process(NamedTuple):
    """One row; `parent` and `state` are empty where ps was not asked for them."""

    pid: str
    parent: str
    state: str
    command: str


def read(lines: Lines) -> Table | None:
    """The states that are not usual of processes of a job, and of each launcher how many of its ranks are gone."""
    facts, columns = Facts(lines), []
    found: dict[str, Process] = {}
    first = lines.peek() or ""
    if HEADER.fullmatch(first):
        columns = facts.take().split()
    while facts.rows < MOST_ROWS and (line := lines.peek()):
        process = _in_columns(line, columns) if columns else _headless(line)
        if process is None:
            break
        facts.take()
        wanted = OF_A_JOB.search(process.command) or DEFUNCT in process.command or not columns
        asked = wanted and not NO_JOB.match(process.command)
        if asked and process.pid not in found:
            _state(facts, process)
        found.setdefault(process.pid, process)
    _ranks(facts, found)
    return facts.table()


def _in_columns(line: str, columns: list[str]) -> Process | None:
    """A row below its head: one word a column, but for a long start and the command."""
    cells = line.split()
    values: dict[str, str] = {}
    at = 0
    for column in columns[:-1]:
        values[column] = cells[at] if at < len(cells) else ""
        at += WIDTHS.get(values[column][:3], 1) if column.startswith("START") and values[column].isalpha() else 1
    pid = values.get("PID", "")
    command = " ".join(cells[at:]).lstrip("\\_|-` ")  # the branches of a tree
    if not pid.isdecimal() or not command:
        return None
    return Process(pid, values.get("PPID", ""), (values.get("STAT") or values.get("S") or "")[:1], command)


def _headless(line: str) -> Process | None:
    told = next((told for row in ROWS if (told := row.fullmatch(line))), None)
    if told is None:
        return None
    named = told.groupdict()
    return Process(told["pid"], named.get("ppid") or "", (named.get("stat") or "")[:1], told["command"])


def _state(facts: Facts, process: Process) -> None:
    state = STATES.get(process.state) or ("ended" if DEFUNCT in process.command else None)
    facts.add("process_state", state, f"process {process.pid}")


def _ranks(facts: Facts, found: dict[str, Process]) -> None:
    """Of a launcher that has ranks here at all, how many of those that it was told to start are gone."""
    for launcher in found.values():
        told = LAUNCHER.match(launcher.command)
        if not told or SEVERAL_NODES.search(launcher.command):
            continue
        own = [p for p in found.values() if p.parent == launcher.pid and not NO_RANK.search(p.command)]
        alive = [p for p in own if p.state != "Z" and DEFUNCT not in p.command]
        if alive and len(alive) <= int(told["ranks"]):
            facts.add("ranks_ended", float(int(told["ranks"]) - len(alive)), f"process {launcher.pid}")


STATUS = re.compile(r"State:\s{1,4}(?P<state>[DZTt]) \(.{1,40}\)")
NUMBER = re.compile(r"Pid:\s{1,4}(?P<pid>\d{1,9})")
DETAIL = re.compile(r"[A-Za-z]\w{1,40}:\s.{0,200}")


def read_status(lines: Lines) -> Table | None:
    """/proc/PID/status of a process that is stuck, has ended or is stopped."""
    told = STATUS.fullmatch(lines.peek() or "")
    if not told:
        return None
    facts, pid = Facts(lines), ""
    facts.take()
    facts.add("process_state", STATES[told["state"]])
    while facts.rows < MOST_STATUS and not pid and DETAIL.fullmatch(lines.peek() or ""):
        number = NUMBER.fullmatch(facts.take())
        pid = number["pid"] if number else ""
    facts.found = [replace(fact, of=f"process {pid}" if pid else "") for fact in facts.found]
    return facts.table()


STATUS_KIND = Kind("/proc/PID/status", r"State:[ \t]{1,4}[DZTt] \(", read_status, widest=WIDEST)
HEADS = r"PID .{0,120}(?:STAT|STIME|TIME\+?|WCHAN|PPID|STARTED|%CPU|S).{0,120}(?:COMMAND|Command|CMD)\n"
# Rows alone are known by the terminal or the date in front of a Python command.
ALONE = (
    r"(?:\?|pts/\d{1,3}) {1,12}(?:[DRSTZ][<NLsl+]{0,5} {1,9}\w[\w:]{3,7} {1,9})?\d{1,5}:\d\d(?::\d\d)? \S{0,120}python"
    r"|:\d\d 20\d\d {1,12}\d{1,12} \S{0,120}python"
    r"|(?:\?|pts/\d{1,3}) {1,12}D[<NLsl+]{0,5} {1,9}\w[\w:]{3,7} {1,9}\d{1,5}:\d\d /"
)
KIND = Kind("ps", rf"{HEADS}|{ALONE}", read, labelled=False, widest=WIDEST)
