"""scontrol show job, sacct and squeue: how the scheduler says that a job stands or ended."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

PAIR = re.compile(r"(?P<name>[A-Z][\w:/]{1,24})=(?P<value>\S{0,300})")
DETAIL = re.compile(r"(?:[A-Z][\w:/,]{1,30}=|[A-Z]\w+ )")
# Code and signal; what a signal ends has the code 0, for which a shell says 128 and the signal. 125 is Slurm's own.
EXIT = re.compile(r"(?P<code>\d{1,3}):(?P<signal>\d{1,3})")
SIGNALS, OF_A_SIGNAL = range(1, 32), 128
# Columns, or with --parsable bars between them.
ENDED = re.compile(r"(?:COMPLETED|FAILED|TIMEOUT|OUT_OF_MEMORY|NODE_FAIL|CANCELLED)(?: by \d{1,10})?")
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
# Its long ones, of which a column may show the beginning only.
LONG = (*SHORT.values(), "CONFIGURING", "REQUEUED", "STOPPED", "SIGNALING", "REVOKED")
LEAST_OF_LONG = 6
QUEUED = re.compile(
    rf"(?P<job>\d\S{{0,40}})\s.{{1,200}}?\s(?P<state>{'|'.join(SHORT)})\s+(?:\d+-)?[\d:]{{4,12}}\s+\d{{1,6}}\s.{{1,200}}"
)
QUEUE = re.compile(r"JOBID\b.{0,200}?\b(?:ST|STATE)\b|\bsqueue\b")
# Of these the exit code is printed as 0:0, and says nothing.
NOT_ENDED = ("PENDING", "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED")
MOST_LINES = 200


def read_job(lines: Lines) -> Table | None:
    """State, reason and exit of one job, also where its first lines are missing."""
    if not any(word in (lines.peek() or "") for word in ("JobName=", "JobState=")):
        return None
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (line := (lines.peek() or "").strip("*")) and DETAIL.match(line):
        facts.take()
        for told in PAIR.finditer(line):
            _field(facts, told["name"], told["value"])
    return facts.table()


def _field(facts: Facts, name: str, value: str) -> None:
    if name == "JobState":
        facts.add("job_state", value)
    elif name == "ExitCode" and not any(fact.value in NOT_ENDED for fact in facts.found):
        _exit(facts, value)


def _exit(facts: Facts, value: str) -> None:
    if told := EXIT.fullmatch(value):
        code, signal = int(told["code"]), int(told["signal"])
        facts.add("job_exit_code", OF_A_SIGNAL + signal if code == 0 and signal in SIGNALS else code)


def read_accounting(lines: Lines) -> Table | None:
    """State and exit of each step; with --noheader nothing stands above them."""
    first = lines.peek() or ""
    headed = "State" in first and HEADER.fullmatch(first)
    if not headed and not _is_step(first.split("|")):
        return None
    facts = Facts(lines)
    if headed:
        facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and (RULE.fullmatch(line) or STATE.search(line)):
        facts.take()
        if told := STATE.search(line):
            state = "OUT_OF_MEMORY" if told["state"].startswith("OUT_OF") else told["state"]
            cells = BETWEEN.split(line.strip("| "))
            facts.add("job_state", state, cells[0])
            if state not in NOT_ENDED:
                _exit(facts, cells[-1])
    return facts.table()


def _is_step(cells: list[str]) -> bool:
    """A row of --parsable: a job's number, and how it ended and its exit each in a column of its own."""
    ended, left = (any(form.fullmatch(cell.strip()) for cell in cells[1:]) for form in (ENDED, EXIT))
    return cells[0][:1].isdecimal() and ended and left


def read_queue(lines: Lines) -> Table | None:
    """State of each job of the queue, below its first line or below the command alone; of one row with its reason."""
    first = lines.peek() or ""
    headed = QUEUE.search(first)
    if not headed and not QUEUED.fullmatch(first):
        return None
    facts, columns = Facts(lines), first.split()
    if headed:
        facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and (told := _queued(line, columns)):
        facts.take()
        if QUEUE.search(line):
            columns = line.split()
        else:
            facts.add("job_state", *told)
    return facts.table()


def _queued(line: str, columns: list[str]) -> tuple[str, str] | None:
    """(state, job) of a row; ("", "") of the line above the rows."""
    if QUEUE.search(line):
        return "", ""
    if told := QUEUED.fullmatch(line):
        return SHORT[told["state"]], told["job"]
    job, *cells = line.split()
    state = next((state for cell in cells if (state := _long(cell))), "") or _below_st(columns, [job, *cells])
    return (state, job) if state and job[:1].isdecimal() else None


def _below_st(columns: list[str], cells: list[str]) -> str:
    """The short state in the column ST, wherever -o and -O put it."""
    at = columns.index("ST") if "ST" in columns else len(cells)
    return SHORT.get(cells[at], "") if at < len(cells) else ""


def _long(cell: str) -> str:
    """The state that a cell begins; empty where it could be two or none."""
    begun = [state for state in dict.fromkeys(LONG) if len(cell) >= LEAST_OF_LONG and state.startswith(cell)]
    return cell if cell in LONG else begun[0] if len(begun) == 1 else ""


SEFF = re.compile(r"State: (?P<state>[A-Z_]{4,20}) \(exit code (?P<code>\d{1,3})\)")


def read_seff(lines: Lines) -> Table | None:
    """The one line of seff that tells how a job ended."""
    told = SEFF.fullmatch(lines.peek() or "")
    if not told:
        return None
    facts = Facts(lines)
    facts.take()
    facts.add("job_state", told["state"])
    facts.add("job_exit_code", int(told["code"]))
    return facts.table()


SEFF_KIND = Kind("seff", r"State: [A-Z_]{4,20} \(exit code \d", read_seff, widest=WIDEST)
JOB_KIND = Kind("scontrol show job", r"JobId=\d|JobState=[A-Z]", read_job, widest=WIDEST)
# A pending job's row says why it waits, and is told by that where it stands alone.
WAITS = r" 0:00 {1,12}\d{1,5} {1,4}\((?:Resources|Priority|ReqNodeNotAvail|Nodes required|Dependency|QOS|Assoc|launch)"
QUEUE_KIND = Kind("squeue", rf"JOBID +(?:PARTITION|STATE|NAME|USER|ST) |squeue|{WAITS}", read_queue, widest=WIDEST)
ACCOUNTING_KIND = Kind(
    "sacct",
    r"JobID(?: {3}|\|).{0,100}State|\|(?:COMPLETED|FAILED|TIMEOUT|CANCELLED|NODE_FAIL)\|",
    read_accounting,
    widest=WIDEST,
)
