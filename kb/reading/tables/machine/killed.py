"""What a shell says of a program that SIGKILL ended: often the last word of a log, and the only one."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

WORD = "(?:Killed|已杀死)"
COMMAND = r"(?:\s{1,40}(?P<command>\S.{0,400}))?"
# `run.sh: line 12: 44012 Killed    python train.py`, as bash says it in English and in Chinese; of a job in the
# background, `[1]+  Killed    python train.py`; zsh; and the word alone.
FORMS = re.compile(
    rf"(?:\S{{1,200}}: )?(?:line |行 ?)?\d{{1,6}}: {{1,9}}(?:\d{{1,9}} )?{WORD}{COMMAND}"
    rf"|\[\d{{1,4}}\][+-]?\s{{1,20}}(?:\d{{1,9}} )?{WORD}{COMMAND.replace('command', 'job')}"
    rf"|zsh: killed{COMMAND.replace('command', 'zsh')}|{WORD}"
)


def read(lines: Lines) -> Table | None:
    """One such line."""
    told = FORMS.fullmatch(lines.peek() or "")
    if told is None:
        return None
    facts = Facts(lines)
    facts.take()
    facts.add("shell_signal", "SIGKILL", next(filter(None, told.groups()), ""))
    return facts.table()


KIND = Kind("shell", r"Killed|已杀死|zsh: killed", read, labelled=False, widest=WIDEST)
