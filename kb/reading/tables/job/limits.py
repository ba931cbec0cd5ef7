"""ulimit -a, one ulimit, and /proc/PID/limits: what the job's processes may take."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, limit

VALUE = r"(?P<value>unlimited|\d{1,20})"
# bash, zsh, dash, and what people remark behind a value; then /proc.
BASH = re.compile(
    rf"(?P<what>[a-zA-Z][\w -]{{2,40}}?)\s*\((?:[\w -]{{1,20}}, )?-(?P<flag>\w)\)\s+{VALUE}(?:\s+\S.{{0,200}})?"
)
ZSH = re.compile(rf"-(?P<flag>\w): (?P<what>[\w /()-]{{3,40}}?)\s+{VALUE}")
PROC = re.compile(
    rf"(?P<what>Max [a-z -]{{3,30}}?)\s{{2,30}}{VALUE}\s+(?:unlimited|\d{{1,20}})(?:\s+(?P<unit>\w{{2,12}}))?"
)
PROC_HEADER = re.compile(r"Limit\s{5,40}Soft Limit\s+Hard Limit\s+Units")
ASKED = re.compile(r"(?:.{0,120}[$#>%➜]\s*)?(?:cat )?ulimit -S?(?P<flag>[nluc])")
# Of each limit its fact, and what bash and zsh count in.
FLAGS = {"n": ("fd_limit", 1), "l": ("memlock_bytes", KIB), "u": ("process_limit", 1), "c": ("core_bytes", KIB)}
NAMES = {
    "Max open files": "fd_limit",
    "Max locked memory": "memlock_bytes",
    "Max processes": "process_limit",
    "Max core file size": "core_bytes",
}
MOST_LINES = 64


def read(lines: Lines) -> Table | None:
    """A fact a limit that is known; the soft one, which counts."""
    facts = Facts(lines)
    if asked := ASKED.fullmatch(lines.peek() or ""):
        lines.skip()
        if lines.peek() == "":
            lines.skip()
        if limit(lines.peek() or "") is None:
            return None
        facts.take()
        _add(facts, asked["flag"], facts.text)
        return facts.table()
    while facts.rows < MOST_LINES and (line := lines.peek()):
        told = BASH.fullmatch(line) or ZSH.fullmatch(line)
        proc = None if told else PROC.fullmatch(line)
        if not told and not proc and not PROC_HEADER.fullmatch(line):
            break
        facts.take()
        if told:
            _add(facts, told["flag"], told["value"])
        elif proc and proc["what"] in NAMES:
            facts.add(NAMES[proc["what"]], limit(proc["value"]))
    return facts.table()


def _add(facts: Facts, flag: str, value: str) -> None:
    if flag in FLAGS:
        name, unit = FLAGS[flag]
        facts.add(name, limit(value, unit))


OPENING = (
    r"file size {5,24}\(blocks|open files {5,30}\(-n|max locked memory {3,24}\(kb|max user processes {3,24}\(-u|"
    r"ulimit -S?[nluc]|Max open files {3}|Max locked memory {3}|Max processes {3}|Limit {10,30}Soft Limit|-n: file desc"
)
KIND = Kind("limits", OPENING, read, widest=WIDEST)
