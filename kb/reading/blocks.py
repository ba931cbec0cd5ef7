"""Tables, stacks and dumps inside a log: found by their opening lines and read by their kinds, in the same one pass.

To add a kind of table: write a module with a `KIND` and name it in `kb/reading/kinds.py`. That is all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kb.reading.marks import Scan
from kb.reading.own_lines import Lines
from kb.reading.text import above
from kb.reading.text.places import Places
from kb.reading.text.stretches import Stretch

KILOBYTE = 1024
# A paste may hold any number of them; so many of one log are kept.
MOST_BLOCKS = 512
# Bytes that kinds may look at: so many for each byte of the log, since interleaved ranks are looked at together,
# and so many to begin with; what is left over is kept for a large block.
LOOKS_PER_BYTE, FIRST_LOOKS, MOST_LOOKS = 4, 1024 * KILOBYTE, 16 * 1024 * KILOBYTE
# `python -m kb.collect` writes one above each section, never in the first line.
HEADING = r"\n== [a-zA-Z]"
READ_HEADING = re.compile(r"== (?P<name>[^=]*?)(?P<values>(?: \w{1,40}=\S{0,200}){0,20}) ==")
# What people write above a stack: "=== rank 3 ===", "Rank 3 is stuck at:"; between the two a fence or the command.
RANK_ABOVE = re.compile(
    r"[\W_]{0,40}(?:(?:on|for|of|from) )?(?:global[ _])?rank[\W_]{0,3}(?P<rank>\d{1,5})(?![\W_]{0,4}\d)"
    r"(?:[\W_]|\d|pid|process|stacks?|trace|dump|output|bt|back|is|stuck|hangs?|hanging|here|at|的|堆栈|调用栈|卡在|卡住|进程){0,60}",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    r"```\w{0,20}|\(gdb\).{0,100}|\S{0,80}[$#>%] .{0,150}|(?:stack ?trace|backtrace|py-spy(?: dump)?|gdb|output):?",
    re.IGNORECASE,
)
MOST_ABOVE, MOST_BETWEEN = 200, 3
MOST_SECTIONS = 4096


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of block. `opening` is a Hyperscan expression for words of its first line: literals of six bytes and
    more, since short ones and long classes slow the scan of every log. `read` takes the lines that are its own and
    returns what they say, of any type, or None where this is no such block; it never raises. `longest` is in bytes.
    `labelled`: a number and a colon in front of a line are the label that srun -l puts there, not the line's own.
    `widest`: so many bytes of a line are looked at; a row of a table is never wider. `ends` are words of an opening
    line that is the block's last: the lines above it that have `own` in them, or stand between two such, are its too.
    `begins` are the first words of its first line: whatever stands in front of them there is its lines' prefix.
    """

    name: str
    opening: str
    read: Callable[[Lines], object | None]
    longest: int = 64 * KILOBYTE
    labelled: bool = True
    widest: int = 0
    ends: bytes = b""
    own: re.Pattern[bytes] | None = None
    begins: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """What one block says, and the pasted line (from 1) where it opens.

    `last` is the pasted line with which it ends. `printed_by` is the rank in front of its lines, else in a heading
    right above, `process` the process in front of them; `section` the name of collect's section around it, `values`
    that heading's words (pid, rank, sample, …). All empty where there is none.
    """

    kind: str
    said: object
    line: int
    file: str = ""
    printed_by: str = ""
    section: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    last: int = 0
    process: str = ""


@dataclass(slots=True)
class Blocks:
    """The blocks of one log, in its order; `passed_over` openings were too many to be looked at.

    `sections` are collect's, with the pasted line of each heading. An opening is read when all that its kind may take
    is there, so that nothing is decoded twice; until then its bytes are kept. Offsets count from the beginning of the
    clean log.
    """

    kinds: Sequence[Kind]
    file: str = ""
    found: list[Block] = field(default_factory=list)
    sections: list[tuple[int, str]] = field(default_factory=list)
    passed_over: int = 0
    _scan: Scan | None = None
    _window: bytes = b""
    _base: int = 0
    _end: int = 0
    _first_line: int = 1
    _waiting: list[tuple[int, list[int]]] = field(default_factory=list)
    _taken: set[int] = field(default_factory=set)
    _looks: int = FIRST_LOOKS
    _section: str = ""
    _values: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._scan = scan_for(tuple(self.kinds))

    def add(self, stretch: Stretch) -> None:
        """Adds what is new in one stretch; where nothing opens a block, that is one scan and no copy."""
        base = self._end - stretch.seen
        self._end = base + len(stretch.text)
        self._looks = min(self._looks + LOOKS_PER_BYTE * (len(stretch.text) - stretch.seen), MOST_LOOKS)
        marks = self._marks(stretch, base)
        if self._waiting:
            self._window += stretch.text[stretch.seen :]
        elif marks:
            self._window, self._base, self._first_line = stretch.text, base, stretch.first_line
        self._waiting += marks
        if self._waiting:
            self._read(last=False)

    def finish(self) -> None:
        """Reads what was waiting for more of the log."""
        self._read(last=True)

    def _marks(self, stretch: Stretch, base: int) -> list[tuple[int, list[int]]]:
        """(where an opening line begins, the numbers of the kinds that it may open), in order."""
        found, cut = self._scan.find(stretch.text)
        self.passed_over += cut
        ends = [(number, end) for number, end in found if end > stretch.seen]
        if len(self.found) >= MOST_BLOCKS:  # no more of them is read, so only headings are worth finding the line of
            headings = [(number, end) for number, end in ends if number == len(self.kinds)]
            self.passed_over += len(ends) - len(headings)
            ends = headings
        starts = sorted({(base + stretch.places.printed_line(end - 1)[0], number) for number, end in ends})
        return [(start, [number for _, number in same]) for start, same in groupby(starts, key=lambda mark: mark[0])]

    def _read(self, last: bool) -> None:
        places = Places(self._window, self._first_line)
        end = self._base + len(self._window)
        for done, (start, numbers) in enumerate(self._waiting):
            longest = max((self.kinds[n].longest for n in numbers if n < len(self.kinds)), default=0)
            if not last and longest and start + longest > end:
                return self._keep(self._waiting[done:], places)
            if start not in self._taken:
                self._open(start - self._base, numbers, places)
        self._waiting, self._taken, self._window = [], set(), b""

    def _keep(self, waiting: list[tuple[int, list[int]]], places: Places) -> None:
        """Keeps the bytes from the first opening on that waits for more, and a heading right above it."""
        self._waiting = waiting
        cut = max(0, waiting[0][0] - self._base - above.MOST_ABOVE)
        self._taken = {taken for taken in self._taken if taken >= waiting[0][0]}
        self._first_line = places.line(cut)
        self._window = self._window[cut:]
        self._base += cut

    def _open(self, start: int, numbers: list[int], places: Places) -> None:
        """Lets the kinds of one opening line try, the first that can read it takes its lines."""
        for number in numbers:
            if number == len(self.kinds):
                self._note_heading(start, places)
                continue
            if len(self.found) >= MOST_BLOCKS or self._looks <= 0:
                self.passed_over += 1
                return
            kind = self.kinds[number]
            start = self._begin(kind, start)
            end = min(start + min(kind.longest, self._looks), len(self._window))
            lines = Lines(self._window, start, end, places, self._section, kind.labelled, kind.widest, kind.begins)
            said = kind.read(lines)
            self._looks -= lines.at - start
            if said is not None:
                self._taken.update(self._base + at for at in lines.taken)
                place = {
                    "line": places.line(start),
                    "file": self.file,
                    "printed_by": lines.printed_by or self._rank_above(start),
                    "last": places.line(lines.taken[-1] if lines.taken else start),
                    "process": lines.process,
                }
                self.found.append(Block(kind.name, said, **place, section=self._section, values=self._values))
                return

    def _begin(self, kind: Kind, start: int) -> int:
        """The first line of a block that this one opens, or ends; what another block took is no part of it."""
        if kind.own is None or kind.ends not in self._window[start : start + MOST_ABOVE].partition(b"\n")[0]:
            return start
        begin = above.first_line(self._window, start, kind.own)
        self._looks -= start - begin
        return start if self._base + begin in self._taken else begin

    def _rank_above(self, start: int) -> str:
        before = self._window[max(0, start - MOST_ABOVE) : start].decode("utf-8", errors="ignore").split("\n")
        above_it = [line.strip() for line in reversed(before) if line.strip()]
        for line in above_it[: 1 + MOST_BETWEEN]:
            if told := RANK_ABOVE.fullmatch(line):
                return told["rank"]
            if not BETWEEN.fullmatch(line):
                break
        return ""

    def _note_heading(self, start: int, places: Places) -> None:
        line = self._window[start : start + 400].split(b"\n", 1)[0].decode("utf-8", errors="ignore").strip()
        if told := READ_HEADING.fullmatch(line):
            self._section = told["name"]
            if len(self.sections) < MOST_SECTIONS:
                self.sections.append((places.line(start), self._section))
            self._values = dict(word.split("=", 1) for word in told["values"].split())


_scans: dict[tuple[Kind, ...], Scan] = {}


def scan_for(kinds: tuple[Kind, ...]) -> Scan:
    """All openings and collect's headings in one database, compiled once a process."""
    if kinds not in _scans:
        openings = [*(kind.opening for kind in kinds), HEADING]
        _scans[kinds] = Scan({opening.encode(): 0 for opening in openings})
    return _scans[kinds]
