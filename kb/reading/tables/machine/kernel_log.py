"""dmesg and the journal: what the kernel says of GPUs, memory and the bus, as far as it is a fact."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Fact, Facts, Table

# dmesg, dmesg -T, dmesg --time-format iso; a journal's or syslog's line names the host.
STAMP = re.compile(
    r"(?:<\d{1,3}>)?(?:\[[^\]\n]{3,40}\] ?"
    r"|(?:[A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} |\d{4}-\d\d-\d\dT[\d:.,+Z-]{8,30} )?"
    r"(?P<host>[A-Za-z0-9][\w.-]{0,62}) kernel: (?:\[[ \d.]{3,20}\] )?"
    r"|\d{4}-\d\d-\d\dT[\d:.,+Z-]{8,30} |kernel: |(?P<broadcast>kernel:)(?:\[[ \d.]{3,20}\] )?)"
)
# syslog writes the worst to every terminal: when, and from which host, stands in a line above.
BROADCAST = re.compile(
    r"(?:Message from syslogd@(?P<host>[\w.-]{1,63}) at )?[A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} ?\.{3}"
)
XID = re.compile(r"NVRM: Xid \((?:PCI:)?(?P<bus>[0-9A-Fa-f:.]{4,20})\): (?P<xid>\d{1,3})\b")
KILLED = re.compile(
    r"(?:Out of memory|Memory cgroup out of memory): Kill(?:ed)? process \d{1,9} \((?P<name>[^)]{1,60})\)"
)
REAPED = re.compile(r"oom_reaper: reaped process \d{1,9} ")
INVOKED = re.compile(r"\S{1,60} invoked oom-killer: ")
BUS_ERROR = re.compile(r"AER: (?:Multiple )?Uncorrect(?:ed|able) .{0,60}error", re.IGNORECASE)
BUS_DEVICE = re.compile(r"PCIe Bus Error: severity=Uncorrect(?:ed|able)\b")
MACHINE_CHECK = re.compile(
    r"\[Hardware Error\]: (?:Machine Check|CPU ?\d{1,4}: Machine Check)|mce: .{0,40}Machine check events"
)
# "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  470.57.02"; the open modules have "Open Kernel Module for x86_64".
LOADED = re.compile(
    r"NVRM: loading NVIDIA UNIX .{0,60}?Kernel Module .{0,20}?(?P<version>\d{3}\.\d{1,3}(?:\.\d{1,3})?)\s"
)
MISMATCH = re.compile(r"NVRM: API mismatch")
# Kernels before 4.19 name the control group in a line of its own.
LIMIT = re.compile(r"Task in /\S{1,300} killed as a result of limit of /\S{1,300}")
# amdgpu's: which GPU stands in the line, or in the one that begins the reset.
AMD_BUS = re.compile(r"amdgpu (?P<bus>[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]): ")
AMD_RESET = re.compile(
    r"amdgpu.{0,60}: GPU reset(?:\(\d{1,6}\))?(?: begin!?| succeeded| end| failed|$)|amdgpu.{0,80}VRAM is lost"
)
LOCKUP = re.compile(
    r"BUG: (?P<kind>soft) lockup - CPU#(?P<cpu>\d{1,5}) stuck for \d{1,6}s!"
    r"|Watchdog detected (?P<hard>hard) LOCKUP on cpu (?P<number>\d{1,5})"
)
OFF_BUS = re.compile(r"NVRM: .{0,80}fallen off the bus")
COUNTED = {
    "oom_kills": KILLED,
    "oom_kills limit": LIMIT,
    "pcie_uncorrected_errors": BUS_ERROR,
    "pcie_uncorrected_errors device": BUS_DEVICE,
    "machine_checks": MACHINE_CHECK,
}
# A kill or an error of the bus has several lines and people paste some of them: the first kind that is there is
# counted. Only where lines have their stamps is it known which of a kill's stand together.
SIGNS = {"oom_kills reaped": REAPED, "oom_kills invoked": INVOKED}
MOST_LINES, MOST_BETWEEN = 2000, 3


def read(lines: Lines) -> Table | None:
    """The facts of one run of kernel lines: one of each GPU's Xid and each stuck processor, of the rest how often."""
    facts, seen, broadcast = Facts(lines), set(), False
    while facts.rows < MOST_LINES and (line := _next(lines, facts, broadcast)):
        stamp = STAMP.match(line)
        broadcast = bool(stamp and stamp["broadcast"])
        if not stamp and facts.rows and not line.startswith(("NVRM: ", "pcieport ")):
            break
        facts.take()
        facts.host = facts.host or (stamp["host"] or "" if stamp else "")
        _line(facts, line, seen, COUNTED | SIGNS if stamp else COUNTED)
    facts.found = _one_kind_each(facts.found)
    return facts.table() if facts.found else None


def _next(lines: Lines, facts: Facts, broadcast: bool) -> str | None:
    """The next line; behind one that syslog wrote to a terminal, its heads and empty lines are passed over."""
    line = lines.peek()
    for _ in range(MOST_BETWEEN if broadcast else 0):
        head = BROADCAST.fullmatch(line or "")
        if line is None or (line and not head):
            break
        facts.host = facts.host or (head["host"] or "" if head else "")
        lines.skip()
        line = lines.peek()
    return line


def _line(facts: Facts, line: str, seen: set[tuple[str, str]], counted: Mapping[str, re.Pattern]) -> None:
    if told := XID.search(line):
        if (told["xid"], told["bus"]) not in seen:
            facts.add("xid", int(told["xid"]), f"GPU at {told['bus']}")
        seen.add((told["xid"], told["bus"]))
    if AMD_RESET.search(line):
        bus = AMD_BUS.search(line)
        facts.add("gpu_reset", "yes" if ("reset", "") not in seen else None, f"GPU at {bus['bus']}" if bus else "")
        seen.add(("reset", ""))
    _stuck(facts, line, seen)
    if OFF_BUS.search(line):
        facts.add("gpu_error", "yes", f"GPU at {told['bus']}" if told else "")
    elif MISMATCH.search(line):
        facts.add("driver_mismatch", "yes")
    elif loaded := LOADED.search(line):
        facts.add("driver_version", loaded["version"])
    elif not told:
        for name, expression in counted.items():
            if expression.search(line):
                facts.count(name)


def _stuck(facts: Facts, line: str, seen: set[tuple[str, str]]) -> None:
    if told := LOCKUP.search(line):
        kind, cpu = told["kind"] or told["hard"], told["cpu"] or told["number"]
        facts.add("cpu_lockup", kind if (kind, cpu) not in seen else None, f"CPU {cpu}")
        seen.add((kind, cpu))


def _one_kind_each(found: list[Fact]) -> list[Fact]:
    """What several kinds of lines tell of is counted by the first of them that is there."""
    named = {fact.name for fact in found}
    counted = {name.partition(" ")[0]: name for name in reversed([*COUNTED, *SIGNS]) if name in named}
    kept = [fact for fact in found if counted.get(fact.name.partition(" ")[0], fact.name) == fact.name]
    return [replace(fact, name=fact.name.partition(" ")[0]) for fact in kept]


OPENING = (
    r"NVRM: (?:Xid|API mismatch|GPU |loading NVIDIA|The NVIDIA GPU|\(PCI)|ut of memory: Kill|AER: (?:Multiple )?Uncorr|"
    r"PCIe Bus Error: severity=Uncorr|\[Hardware Error\]|mce: \[|fallen off the bus|oom-kill:constraint|"
    r"invoked oom-killer: |oom_reaper: reaped|killed as a result of limit of /|: GPU reset|VRAM is lost|"
    r"BUG: soft lockup - CPU#|detected hard LOCKUP on cpu "
)
KIND = Kind("kernel log", OPENING, read, widest=WIDEST)
