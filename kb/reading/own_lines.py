"""The lines of one table, stack or dump: those that one rank or process printed, without what stands in front."""

from __future__ import annotations

import re

from kb.reading.own_prefix import OwnPrefix, prefix_of
from kb.reading.text.cleaning import SOFT
from kb.reading.text.lines import rank_of, without_prefix
from kb.reading.text.places import Places

SRUN = re.compile(r"(?P<task>\d{1,5}):(?:\s|$)")
PID = re.compile(r"\(\S{1,60}\s{1,9}pid=(\d{1,9})")
# What pdsh, clush and others put in front of each line: a host, whose name has a number.
LABEL = re.compile(r"[A-Za-z][\w.-]{0,60}\d(?:[A-Za-z.-][\w.-]{0,40})?(?: (?:out|err))?: ")
_SOFT = SOFT.encode()
QUOTED = re.compile(r"""(?P<quote>["'])[^"']{2,500}(?P=quote),?""")
LINE_ENDS = (b"\n", _SOFT)
MOST_LABEL = 400


def quote_around(line: str) -> str:
    """The sign that JSON and Ansible put around each line; empty where none stands around the whole."""
    told = QUOTED.fullmatch(line)
    return told["quote"] if told else ""


class Lines:
    """The printed lines from an opening on, without prefix and white space around them, each decoded when looked at.

    Where a launcher's prefix names the rank or the process, only that one's lines, however they are interleaved.
    """

    def __init__(
        self,
        text: bytes,
        start: int,
        end: int,
        places: Places | None = None,
        section: str = "",
        labelled: bool = True,
        widest: int = 0,
        begins: re.Pattern[str] | None = None,
    ):
        self._text, self._at, self._end = text, start, end
        self._places, self.section, self._widest = places or Places(text), section, widest
        self._next: tuple[int, str] | None = None
        self._speaker: str | None = None
        self._labelled, self._labels = False, labelled
        self._host: str | None = None
        self._quote: str | None = None
        self._begins = begins
        self._prefix: OwnPrefix | None = None
        self.taken: list[int] = []
        self.printed_by, self.process = "", ""

    @property
    def at(self) -> int:
        """The first byte that nobody has looked at."""
        return self._at

    def peek(self) -> str | None:
        """The next line, None where there is none."""
        while self._next is None and self._at < self._end:
            start, line = self._at, self._line()
            own = self._own(line)
            if own is not None:
                self._next = start, self._unquoted(own)
        return self._next[1] if self._next else None

    def _own(self, line: str) -> str | None:
        """A line without what stands in front of it; None where another process printed it."""
        if self._begins is not None:
            self._prefix, self._begins = prefix_of(line, self._begins), None
            self.printed_by, self.process = (self._prefix.rank, self._prefix.process) if self._prefix else ("", "")
        return self._prefix.rest(line) if self._prefix else self._after_label(line)

    def _after_label(self, line: str) -> str | None:
        host = self._host_of(line)
        if not line.startswith(host):
            return None
        line = line[len(host) :].strip()
        task = SRUN.match(line) if self._labels and (self._speaker is None or self._labelled) else None
        rest = line[task.end() :] if task else line
        bare = without_prefix(rest)
        prefix = host + (rest[: len(rest) - len(bare)] if bare else rest)
        return bare if self._is_ours(prefix, task["task"] if task else "") else None

    @property
    def number(self) -> int:
        """The pasted line, from 1, of the line last taken."""
        return self._places.line(self.taken[-1])

    def skip(self) -> None:
        """Passes the next line over: it may still open another block."""
        self.take()
        self.taken.pop()

    def skip_to(self, words: re.Pattern[bytes], most: int) -> bool:
        """Passes over everything up to the next line that has one of the words, within so many bytes.

        False where none has it: then all those bytes are passed over.
        """
        start = self._next[0] if self._next else self._at
        end = min(self._end, start + most)
        found = words.search(self._text, start, end)
        before = self._text[start : found.start() if found else end]
        ends = (before.rfind(mark) + len(mark) for mark in LINE_ENDS if mark in before)
        self._next, self._at = None, start + max(ends, default=0) if found else end
        return found is not None

    def take(self) -> str:
        """The next line, which then opens no other block. Raises ValueError behind the last."""
        line = self.peek()
        if line is None or self._next is None:
            raise ValueError("no more lines: ask peek() first")
        self.taken.append(self._next[0])
        self._next = None
        return line

    def _host_of(self, line: str) -> str:
        """The host's name in front of the first line, where it stands in front of the next one too."""
        if self._host is None:
            label = LABEL.match(line) if self._labels else None
            after = self._text[self._at : self._at + MOST_LABEL].lstrip()
            self._host = label[0] if label and after.startswith(label[0].encode()) else ""
        return self._host

    def _unquoted(self, line: str) -> str:
        """Less the quotes that stand around the first line and this one, and less Markdown's around many."""
        self._quote = quote_around(line) if self._quote is None else self._quote
        if self._quote and line.startswith(self._quote):
            return line.removesuffix(",").removesuffix(self._quote)[1:].strip()
        is_bold = line.startswith("**") and line.endswith("**") and not line.startswith("***")
        bold = line[2:-2].strip() if is_bold else ""
        line = bold or line
        return line.strip("`").strip() or line if "`" in line[:1] + line[-1:] else line

    def _line(self) -> str:
        end = self._text.find(b"\n", self._at, self._end)
        end = self._end if end < 0 else end
        soft = self._text.find(_SOFT, self._at, end)
        end = end if soft < 0 else soft
        seen = min(end, self._at + self._widest) if self._widest else end
        line = self._text[self._at : seen].decode("utf-8", errors="ignore").strip()
        self._at = end + 1
        return line

    def _is_ours(self, prefix: str, task: str) -> bool:
        """The first line decides whose lines these are; `task` is the label that srun -l puts in front."""
        rank = (rank_of(prefix) if prefix else "") or task
        pid = PID.search(prefix) if prefix and not rank else None
        speaker = rank or (pid[0] if pid else "")
        if self._speaker is None:
            self._speaker, self.printed_by, self._labelled = speaker, rank, bool(task)
            self.process = pid[1] if pid else ""
        return not self._speaker or speaker == self._speaker
