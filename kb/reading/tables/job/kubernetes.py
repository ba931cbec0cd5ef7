"""kubectl describe pod, get pods and get -o yaml: how containers ended, and whether a pod waits for its node."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

REASON = re.compile(r"Reason:\s+(?P<reason>[A-Z][A-Za-z]{2,40})")
EXIT = re.compile(r"Exit Code:\s+(?P<code>\d{1,3})")
WAITS = re.compile(r"Status:\s+Pending")
NODE = re.compile(r"Node:\s+(?P<host>[a-z0-9][\w.-]{0,100})(?:/\S{1,60})?")
DETAIL = re.compile(r"(?:[A-Za-z][\w ()./-]{1,80}:(?:\s.*)?|--|[\w.-]{1,80})")
YAML = re.compile(r"(?:exitCode: (?P<code>\d{1,3})|reason: (?P<reason>[A-Z][A-Za-z]{2,40}))")
YAML_DETAIL = re.compile(
    r"(?:containerID|finishedAt|startedAt|message|signal):.{0,400}|(?:docker|containerd|cri-o)://\S{1,200}"
)
# kubectl get pods; its status is the phase, or the reason of a container that does not run.
POD = re.compile(
    r"(?:\S{1,63}\s+)?(?:pods?/)?(?P<pod>[a-z0-9][\w.-]{0,252})\s+\d{1,3}/\d{1,3}\s+"
    r"(?P<status>[A-Z][\w:/-]{1,60})(?:\s+\d+\b.*|\W{0,8})"
)
HEADER = re.compile(r".{0,200}\bREADY\s+STATUS\b.*")
FINE = ("Running", "Completed", "Succeeded", "Pending", "ContainerCreating", "PodInitializing", "Terminating")
MOST_LINES = 400


def read(lines: Lines) -> Table | None:
    """What the description says from this line on."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (line := lines.peek()) is not None:
        if not DETAIL.fullmatch(line) or line.startswith("Events:"):
            break
        facts.take()
        if told := REASON.fullmatch(line):
            facts.add("pod_reason", told["reason"])
        elif told := EXIT.fullmatch(line):
            facts.add("pod_exit_code", int(told["code"]))
        elif WAITS.fullmatch(line):
            facts.add("job_state", "PENDING", "the pod")
        elif told := NODE.fullmatch(line):
            facts.host = facts.host or told["host"]
    return facts.table() if facts.found else None


def read_yaml(lines: Lines) -> Table | None:
    """What stands below one `terminated:`."""
    if lines.peek() != "terminated:":
        return None
    facts = Facts(lines)
    facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and (YAML.fullmatch(line) or YAML_DETAIL.fullmatch(line)):
        facts.take()
        if told := YAML.fullmatch(line):
            facts.add("pod_exit_code", int(told["code"]) if told["code"] else None)
            facts.add("pod_reason", told["reason"])
    return facts.table()


def read_pods(lines: Lines) -> Table | None:
    """The reason of each pod that is not fine; the first line of the table is often left out."""
    facts = Facts(lines)
    if HEADER.fullmatch(lines.peek() or ""):
        facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and (told := POD.fullmatch(line)):
        facts.take()
        reason = told["status"].removeprefix("Init:")
        facts.add("pod_reason", None if reason in FINE or reason[:1].isdigit() else reason, told["pod"])
    return facts.table()


OPENING = (
    r"State:[ \t]{1,20}(?:Terminated|Waiting|Running)|Reason:[ \t]{1,20}(?:OOMKilled|Evicted)|Exit Code:[ \t]{1,20}\d"
    r"|Status:[ \t]{1,20}Pending"
)
KIND = Kind("kubectl describe pod", OPENING, read, widest=WIDEST)
YAML_KIND = Kind("kubectl get -o yaml", r"terminated:", read_yaml, widest=WIDEST)
# Words that kubectl prints for a pod that is not fine; a row that stands alone is known by one of them.
NOT_FINE = (
    r"(?:Init:)?(?:OOMKilled|Evicted|CrashLoopBackOff|ErrImagePull|ImagePullBackOff|CreateContainer\w{2,20}|"
    r"RunContainerError|ContainerStatusUnknown|UnexpectedAdmissionError|NodeAffinity|OutOf(?:cpu|memory))"
)
# Error alone is a word of many tables; a pod's has the number of restarts and the age behind it.
ENDED = r"Error[ \t]{1,20}\d{1,5}[ \t]{1,20}(?:\(.{1,20} ago\)[ \t]{1,20})?\d{1,5}[smhd]"
PODS = rf"READY {{2,12}}STATUS {{2,30}}RESTARTS|\d/\d{{1,2}}[ \t]{{1,20}}(?:{NOT_FINE}|{ENDED})"
PODS_KIND = Kind("kubectl get pods", PODS, read_pods, widest=WIDEST)
