"""scontrol show job, sacct and squeue: how the scheduler says that a job stands or ended."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

PAIR = re.compile(r"(?P<name>[A-Z][\w:/]{1,24})=(?P<value>\S{0,300})")
DETAIL = re.compile(r"(?:[A-Z][\w:/,]{1,30}=|[A-Z]\w+ )")
EXIT = re.compile(r"(?P<code>\d{1,3}):\d{1,3}")
# Columns, or with --parsable bars between them.
HEADER = re.compile(r"JobID[\s|]+\w+.{0,200}")
BETWEEN = re.compile(r"[\s|]+")
RULE = re.compile(r"-{3,}(?: -{3,})+\s*")
STATE = re.compile(
    r"\b(?P<state>COMPLETED|FAILED|TIMEOUT|OUT_OF_ME\S{0,6}|NODE_FAIL|CANCELLED|PREEMPTED|RUNNING|PENDING|BOOT_FAIL|DEADLINE)\b\+?"
)
# squeue's short states, as its manual lists them.
SHORT = {
    **{"PD": "PENDING", "R": "RUNNING", "CG": "COMPLETING", "CD": "COMPLETED", "F": "FAILED", "TO": "TIMEOUT"},
    **{"CA": "CANCELLED", "NF": "NODE_FAIL", "OOM": "OUT_OF_MEMORY", "PR": "PREEMPTED", "S": "SUSPENDED"},
    **{"BF": "BOOT_FAIL", "DL": "DEADLINE"},
}
QUEUED = re.compile(
    rf"(?P<job>\d\S{{0,40}})\s.{{1,200}}?\s(?P<state>{'|'.join(SHORT)})\s+(?:\d+-)?[\d:]{{4,12}}\s+\d{{1,6}}\s.{{1,200}}"
)
MOST_LINES = 200


def read_job(lines: Lines) -> Table | None:
    """State, reason and exit of one job."""
    if "JobName=" not in (lines.peek() or ""):
        return None
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (line := lines.peek()) and DETAIL.match(line):
        facts.take()
        for told in PAIR.finditer(line):
            _field(facts, told["name"], told["value"])
    return facts.table()


def _field(facts: Facts, name: str, value: str) -> None:
    if name == "JobState":
        facts.add("job_state", value)
    elif name == "ExitCode":
        _exit(facts, value)


def _exit(facts: Facts, value: str) -> None:
    if told := EXIT.fullmatch(value):
        facts.add("job_exit_code", int(told["code"]))


def read_accounting(lines: Lines) -> Table | None:
    """State and exit of each step."""
    if "State" not in (lines.peek() or "") or not HEADER.fullmatch(lines.peek() or ""):
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and (RULE.fullmatch(line) or STATE.search(line)):
        facts.take()
        if told := STATE.search(line):
            state = "OUT_OF_MEMORY" if told["state"].startswith("OUT_OF") else told["state"]
            cells = BETWEEN.split(line.strip("| "))
            facts.add("job_state", state, cells[0])
            _exit(facts, cells[-1])
    return facts.table()


def read_queue(lines: Lines) -> Table | None:
    """State of each job of the queue."""
    if " ST " not in (lines.peek() or ""):
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and (told := QUEUED.fullmatch(line)):
        facts.take()
        facts.add("job_state", SHORT[told["state"]], told["job"])
    return facts.table()


JOB_KIND = Kind("scontrol show job", r"JobId=\d", read_job, widest=WIDEST)
QUEUE_KIND = Kind("squeue", r"JOBID +PARTITION ", read_queue, widest=WIDEST)
ACCOUNTING_KIND = Kind("sacct", r"JobID(?: {3}|\|).{0,100}State", read_accounting, widest=WIDEST)
