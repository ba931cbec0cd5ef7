"""sinfo, scontrol show node, kubectl get and describe nodes: machines that the scheduler does not use, and why."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

# What a node's state begins with, shortened or not, and what it is called here; of the others nothing is said.
STATES = {
    "down": "down",
    "drain": "drained",
    "drng": "drained",
    "fail": "failed",
    "unk": "unknown",
    "err": "failed",
    "inval": "failed",
    "maint": "in-maintenance",
    "boot": "boots",
    "reboot": "boots",
    "not_responding": "not-responding",
    "notready": "not-ready",
    "schedulingdisabled": "drained",
}
SINFO = re.compile(r"(?:PARTITION|NODELIST|NODE|HOSTNAMES)\b.{0,200}\bSTATE\b.{0,200}")
STATE_CELL = re.compile(r"[a-z_]{2,16}[*~#!%$@^+-]{0,2}")
NO_ANSWER = "*"
PAIR = re.compile(r"(?P<name>[A-Z][\w:/]{1,24})=(?P<value>\S{0,300})")
# "gpu:8", "gpu:a100:8(S:0-1)", several kinds with a comma between; "(null)" where Slurm knows of none.
GPUS = re.compile(r"(?:^|,)gpu(?::[A-Za-z_][\w.-]{0,60}){0,3}:(?P<number>\d{1,3})(?=\(|,|$)")
NONE_KNOWN = "(null)"
KUBECTL = re.compile(r"NAME\s+STATUS\s+ROLES\s.{0,200}")
NODE = re.compile(r"(?P<node>[a-z0-9][\w.-]{0,252})\s+(?P<status>(?:Not)?Ready\S{0,80})\s+\S.{0,300}")
MOST_ROWS = 400


def read_sinfo(lines: Lines) -> Table | None:
    """One fact a row whose nodes are not to be had."""
    columns = (lines.peek() or "").split()
    if not SINFO.fullmatch(lines.peek() or ""):
        return None
    facts, at = Facts(lines), columns.index("STATE")
    named = next((n for n, name in enumerate(columns) if name in ("NODELIST", "NODE", "HOSTNAMES")), None)
    facts.take()
    while facts.rows < MOST_ROWS and (cells := (lines.peek() or "").split(maxsplit=200)):
        if len(cells) <= at or not STATE_CELL.fullmatch(cells[at].lower()):
            break
        facts.take()
        node = cells[named] if named is not None and named < len(cells) else ""
        facts.add("node_state", _state(cells[at]), node)
    return facts.table()


def _state(cell: str) -> str | None:
    word = cell.lower().strip("~#!%$@^+-*")
    told = next((name for begins, name in STATES.items() if word.startswith(begins)), None)
    return told or ("not-responding" if NO_ANSWER in cell else None)


def read_node(lines: Lines) -> Table | None:
    """The states of one node, its GPUs as Slurm counts them, and its name."""
    facts = Facts(lines)
    while facts.rows < MOST_ROWS and (line := lines.peek()) and (facts.rows == 0 or not line.startswith("NodeName=")):
        facts.take()
        for told in PAIR.finditer(line):
            if told["name"] == "NodeName":
                facts.host = told["value"][:100]
            elif told["name"] == "State":
                for word in dict.fromkeys(map(_state, told["value"].split("+"))):
                    facts.add("node_state", word, facts.host)
            elif told["name"] == "Gres":
                facts.add("node_gpus", _gpus(told["value"].strip("*")))
    return facts.table() if facts.found else None


def _gpus(gres: str) -> float | None:
    """How many GPUs Slurm gives out on a node; None where only other resources are named."""
    numbers = [int(told["number"]) for told in GPUS.finditer(gres)]
    return float(sum(numbers)) if numbers or gres == NONE_KNOWN else None


def read_kubectl(lines: Lines) -> Table | None:
    """One fact a node that is not ready, or kept free."""
    facts = Facts(lines)
    if not KUBECTL.fullmatch(lines.peek() or ""):
        return None
    facts.take()
    while facts.rows < MOST_ROWS and (told := NODE.fullmatch(lines.peek() or "")):
        facts.take()
        states = dict.fromkeys(map(_state, told["status"].split(",")))
        for state in states:
            facts.add("node_state", state, told["node"])
    return facts.table()


# Whoever marked a node stands behind the reason, then when; `sinfo -R` lists the nodes down, drained and failing.
REASON_HEAD = re.compile(r"REASON\s+USER\s+TIMESTAMP\s+NODELIST")
REASON = re.compile(
    r".{1,200}\s[A-Za-z_][\w.()-]{0,30}\s+\d{4}-\d\d-\d\dT[\d:]{8}\s+(?P<node>[A-Za-z][\w.\[\],-]{0,200})"
)


def read_reasons(lines: Lines) -> Table | None:
    """One fact a row: these nodes the scheduler does not use."""
    facts = Facts(lines)
    if not REASON_HEAD.fullmatch(lines.peek() or ""):
        return None
    facts.take()
    while facts.rows < MOST_ROWS and (told := REASON.fullmatch(lines.peek() or "")):
        facts.take()
        facts.add("node_state", "not-in-use", told["node"])
    return facts.table()


# kubectl describe node. Its conditions are rows; all but the first are good where they are False.
DETAIL = re.compile(
    r"[A-Za-z][\w ()./-]{1,80}:(?:\s.*)?|[\w./-]{1,200}=\S{0,300}|-{4,20}(?: +-{4,40}){2,6}|Type +Status .*"
)
CONDITION = re.compile(
    r"(?P<name>Ready|(?:Memory|Disk|PID)Pressure|NetworkUnavailable) +(?P<status>True|False|Unknown)(?: +\S.*)?"
)
OTHER_CONDITION = re.compile(r"[A-Z][A-Za-z]{3,60} +(?:True|False|Unknown) +\S.*")
PRESSURES = {
    "MemoryPressure": "memory-pressure",
    "DiskPressure": "disk-pressure",
    "PIDPressure": "pid-pressure",
    "NetworkUnavailable": "network-unavailable",
}
TAINT = re.compile(
    r"(?:Taints: +)?(?P<key>[\w./-]{1,200})(?:=[\w.-]{0,63})?:(?P<effect>NoSchedule|NoExecute|PreferNoSchedule)"
)
KEPT_FREE = re.compile(r"Unschedulable: +true")
HOST = re.compile(
    r"(?:Labels: +)?kubernetes\.io/hostname=(?P<host>[a-z0-9][\w.-]{0,252})|Hostname: +(?P<named>\S{1,253})"
)
RESOURCE = re.compile(r"(?P<name>(?:nvidia|amd)\.com/[\w.-]{1,60}): +(?P<number>\d{1,4})")
WHOLE_GPUS = ("nvidia.com/gpu", "amd.com/gpu")
LAST_HEADINGS = ("System Info:", "Non-terminated Pods:")


def read_described(lines: Lines) -> Table | None:
    """Whether one node is ready, what speaks against using it, and its whole GPUs that pods can get.

    Parts of GPUs count as none, so a node that offers parts is not said to have so many whole ones.
    """
    facts, in_allocatable, offered = Facts(lines), False, {}
    while facts.rows < MOST_ROWS and (line := lines.peek()) and not line.startswith(LAST_HEADINGS):
        forms = (DETAIL, CONDITION, OTHER_CONDITION, TAINT)
        if not any(form.fullmatch(line) for form in forms):
            break
        facts.take()
        in_allocatable = line == "Allocatable:" or (in_allocatable and not line.endswith(":"))
        if told := HOST.fullmatch(line):
            facts.host = facts.host or told["host"] or told["named"]
        elif told := CONDITION.fullmatch(line):
            _condition(facts, told["name"], told["status"])
        elif told := TAINT.fullmatch(line):
            facts.add("node_taint", f"{told['key']}:{told['effect']}")
        elif KEPT_FREE.fullmatch(line):
            facts.add("node_state", "drained")
        elif in_allocatable and (told := RESOURCE.fullmatch(line)):
            offered[told["name"]] = int(told["number"])
            if told["name"] in WHOLE_GPUS:
                facts.add("node_gpus_allocatable", int(told["number"]))
    if any(number for name, number in offered.items() if name not in WHOLE_GPUS):
        facts.found = [fact for fact in facts.found if fact.name != "node_gpus_allocatable"]
    return facts.table() if facts.found else None


def _condition(facts: Facts, name: str, status: str) -> None:
    """Ready is Unknown where the node no longer answers; of a pressure that is Unknown nothing is said."""
    if name == "Ready":
        facts.add("node_ready", "yes" if status == "True" else "no")
        facts.add("node_state", "not-ready" if status != "True" else None)
    elif status == "True":
        facts.add("node_state", PRESSURES[name])


DESCRIBED = (
    r"Roles: {6,20}\S|Unschedulable: {2,12}(?:true|false)|LastHeartbeatTime {2,30}LastTransitionTime"
    r"|Taints: {6,20}\S|Allocatable:\r?\n"
)
OPENING = r"PARTITION +AVAIL|NODELIST +(?:NODES|PARTITION|STATE)|STATE +NODELIST"
SINFO_KIND = Kind("sinfo", OPENING, read_sinfo, widest=WIDEST)
REASONS_KIND = Kind("sinfo -R", r"REASON {1,40}USER {1,20}TIMESTAMP", read_reasons, widest=WIDEST)
NODE_KIND = Kind("scontrol show node", r"NodeName=[\w-]{1,60}", read_node, widest=WIDEST)
KUBECTL_KIND = Kind("kubectl get nodes", r"NAME +STATUS +ROLES ", read_kubectl, widest=WIDEST)
DESCRIBED_KIND = Kind("kubectl describe node", DESCRIBED, read_described, widest=WIDEST)
