"""qstat of PBS, Torque and Grid Engine, and LSF's bjobs: how each job of the queue stands, in Slurm's words."""

from __future__ import annotations

import re
from itertools import pairwise

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

PENDING, RUNNING, ENDED, HELD, SUSPENDED = "PENDING", "RUNNING", "ENDED", "HELD", "SUSPENDED"
# The letters of qstat(1B): of Torque and of PBS Professional. What has ended may have failed.
PBS = {
    **{"Q": PENDING, "W": PENDING, "T": PENDING, "M": PENDING, "R": RUNNING, "B": RUNNING, "E": "COMPLETING"},
    **{"H": HELD, "S": SUSPENDED, "U": SUSPENDED, "C": ENDED, "F": ENDED, "X": ENDED},
}
LSF = {
    **{"PEND": PENDING, "RUN": RUNNING, "DONE": "COMPLETED", "EXIT": "FAILED", "WAIT": PENDING, "PROV": PENDING},
    **{"PSUSP": SUSPENDED, "USUSP": SUSPENDED, "SSUSP": SUSPENDED, "ZOMBI": "FAILED"},
}
# "380846.mskcc-fe1  asimexp  parton  01:58:07 R gpu"; with -u and -a the state stands before the last time.
JOB = re.compile(r"(?P<job>\d{1,12}(?:\[\d{0,7}\])?)\.[A-Za-z][\w.-]{0,80}\*?")
TIME = re.compile(r"\d{1,4}:\d\d(?::\d\d)?(?::\d\d)?|0|--|-")
# Grid Engine: "1234567 0.55500 train  ada  Eqw  12/24/2021 07:13:20 …"; E says that it failed to start.
GRID_ENGINE = re.compile(
    r"(?P<job>\d{1,12}) {1,6}\d\.\d{5} \S.{0,60}? {1,12}\S{1,30} {1,12}(?P<state>[a-zA-Z]{1,4}) {1,8}"
    r"\d\d/\d\d/\d{4} .{0,200}"
)
BJOBS = re.compile(r"JOBID {1,12}USER {1,20}STAT {1,12}QUEUE\b.{0,200}")
HEAD = re.compile(r"(?:Job I[Dd]|job-ID|JOBID)\b.{0,200}|Req'd {1,8}Req'd.{0,60}|-{3,}[- ]{0,200}|[\w.-]{1,80}: ?")
VALUE = re.compile(r"(?P<name>[A-Za-z_]{1,40}(?:\.\w{1,40})?) = (?P<value>.{0,400})")
FULL = re.compile(r"Job Id: (?P<job>\d{1,12}\S{0,100})")
MOST_LINES = 2000


def read(lines: Lines) -> Table | None:
    """The state of each job, below the heads or without them."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (line := lines.peek()) is not None:
        job, state = _row(line)
        if not state and not HEAD.fullmatch(line):
            break
        facts.take()
        facts.add("job_state", state or None, job)
    return facts.table()


def _row(line: str) -> tuple[str, str]:
    """(job, state) of a row; ("", "") of any other line."""
    cells = line.split()
    job = JOB.fullmatch(cells[0]) if cells else None
    if job:
        near = pairwise(cells[2:])
        return job["job"], next((PBS[cell] for before, cell in near if cell in PBS and TIME.fullmatch(before)), "")
    told = GRID_ENGINE.fullmatch(line)
    return (told["job"], _of_grid_engine(told["state"])) if told else ("", "")


def _of_grid_engine(state: str) -> str:
    if "E" in state:
        return "FAILED"
    if "h" in state:
        return HELD
    return SUSPENDED if state[-1] in "sST" else PENDING if "q" in state else RUNNING


def read_lsf(lines: Lines) -> Table | None:
    """bjobs: the state stands in the third column."""
    if not BJOBS.fullmatch(lines.peek() or ""):
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_LINES and (cells := (lines.peek() or "").split()) and len(cells) > 2 and cells[2] in LSF:
        facts.take()
        facts.add("job_state", LSF[cells[2]], cells[0])
    return facts.table()


def read_full(lines: Lines) -> Table | None:
    """qstat -f of one job."""
    told = FULL.fullmatch(lines.peek() or "")
    if not told:
        return None
    facts, job = Facts(lines), told["job"].partition(".")[0]
    facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and not FULL.fullmatch(line):
        told = VALUE.fullmatch(line)
        if not told and facts.rows < 2:
            break
        facts.take()  # a long value goes on in the next line
        if told and told["name"] == "job_state":
            facts.add("job_state", PBS.get(told["value"].strip()), job)
        elif told and told["name"].lower() == "exit_status" and told["value"].strip().isdecimal():
            code = int(told["value"].strip()[:4])
            facts.add("job_exit_code", code if code < 256 else None, job)
    return facts.table()


ROW = r" (?:\d\d:\d\d:\d\d|0|--) [QRHECWTSF] (?:[a-z]| {0,8}(?:--|\d\d:\d\d))"
OPENING = rf"Job I[Dd] {{5,}}(?:Name|Username)|job-ID {{1,4}}prior|{ROW}"
KIND = Kind("qstat", OPENING, read, widest=WIDEST)
FULL_KIND = Kind("qstat -f", r"Job Id: \d", read_full, widest=WIDEST)
LSF_KIND = Kind("bjobs", r"JOBID {1,8}USER {1,12}STAT ", read_lsf, widest=WIDEST)
