"""An interrupt as IPython and rich print it: in a notebook's cell, in a box; the most recent call last.

Both print the source around each line. Old IPython has a frame's line only in the arrow before that source.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import Frame, Stack

IPYTHON = re.compile(r"KeyboardInterrupt\s{1,80}Traceback \(most recent call last\)")
RICH = re.compile(r"[+|\s-]{0,80}Traceback \(most recent call last\)[+|\s-]{0,80}")
END = "KeyboardInterrupt"
# "File ~/a.py:12, in f(x)", "Cell In[3], line 5", "Input In [3], in <cell line: 5>()"; before 8, "~/a.py in f(x)".
FILE = re.compile(r"File (?P<file>\S.{0,400}?):(?P<line>\d{1,7}), in (?P<function>[\w.<>]{1,200}).{0,2000}")
CELL = re.compile(
    r"(?:Cell )?In ?\[\d{1,6}\](?:, line (?P<line>\d{1,7})(?:, in (?P<in>[\w.<>]{1,200}).{0,2000})?"
    r"|, in <(?:cell )?line: ?(?P<also>\d{1,7})>\(\))"
)
NAME = r"(?P<function>[\w.<>]{1,200})"
INPUT = re.compile(
    r"Input In \[\d{1,6}\], in (?:<(?:cell )?(?:line: ?)?(?P<line>[\w: ]{1,40})>|(?P<function>\w{1,200}))\(.{0,2000}"
)
OLD = re.compile(
    rf"\[?(?P<file>(?:[~/.]|<ipython-input|[A-Za-z]:\\)[^\s\]]{{1,400}})(?:\]\(\S{{1,200}}\))? in {NAME}.{{0,2000}}"
)
ARROW = re.compile(r"-{1,6}> ?(?P<line>\d{1,7})\b.{0,2000}")
BOXED = re.compile(
    rf"(?:\| )?(?P<file>(?:[~/.]|[A-Za-z]:\\)\S{{0,400}}|<\S{{1,200}}>):(?P<line>\d{{1,7}}) in {NAME}(?:\s{{0,200}}\|)?"
)
MOST_LINES = 3000


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The stack of one interrupted cell or program; None above any other exception."""
    first = lines.peek() or ""
    if not IPYTHON.fullmatch(first) and not RICH.fullmatch(first):
        return None
    interrupted = first.startswith(END)
    lines.take()
    frames: list[Frame] = []
    for _ in range(MOST_LINES):
        line = lines.peek()
        if line is None or line.startswith("```"):
            break
        lines.take()
        if line.strip(": ") == END:
            interrupted = True
            break
        _add(frames, line)
    return (Stack(tuple(reversed(frames)), "traceback"),) if frames and interrupted else None


def _add(frames: list[Frame], line: str) -> None:
    if frames and frames[-1].line == 0 and (told := ARROW.match(line)):
        frames[-1] = replace(frames[-1], line=int(told["line"]))
    elif frame := _frame(line):
        frames.append(frame)


def _frame(line: str) -> Frame | None:
    """One line that names a frame."""
    if told := FILE.fullmatch(line) or BOXED.fullmatch(line):
        return Frame(told["function"].rpartition(".")[2], told["file"], int(told["line"]))
    if told := CELL.fullmatch(line):
        return Frame(told["in"] or "<module>", "<ipython-input>", int(told["line"] or told["also"]))
    if told := INPUT.fullmatch(line):
        number = (told["line"] or "").rpartition(" ")[2]
        return Frame(told["function"] or "<module>", "<ipython-input>", int(number) if number.isdigit() else 0)
    if told := OLD.fullmatch(line):
        return Frame(told["function"], told["file"])
    return None


OPENING = r"KeyboardInterrupt[ \t]{1,80}Traceback \(most recent call last\)|Traceback \(most recent call last\) "
KIND = Kind("notebook", OPENING, read, 256 * 1024)
