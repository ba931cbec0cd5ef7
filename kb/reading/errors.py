"""The lines of a log that look like errors, the exceptions among them, and the ranks that printed them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.reading.fronts.tasks import task_of
from kb.reading.marks import Marks, find_marks
from kb.reading.text.lines import rank_of, shorten, without_prefix
from kb.reading.text.stretches import Stretch, one_stretch
from kb.reading.tracebacks.own_frame import OwnFrame, own_frame_near

ADVICE = re.compile(
    r"^\s*(?:For debugging consider|Compile with|To enable traceback|warnings\.warn|raise \w|File \"|at /|frame #)"
    # What torch's collect_env says of everything that is not installed.
    r"|^[^:]{1,60}: Could not collect$"
    # A test that passed, whatever its name says.
    r"|^\S{1,200}::.{0,300}\bPASSED\b\s{0,8}(?:\[\s{0,3}\d{1,3}%\])?$"
)
# Ctrl-C, as torchrun tells of its own and of its workers: whoever pressed it knows, and nothing had failed.
INTERRUPTED = re.compile(
    r"SignalException: Process \d{1,9} got signal: 2\s*$|Received (?:2|Signals\.SIGINT) death signal"
    r"|closing signal SIGINT$"
)
EXCEPTION = re.compile(
    r"(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Expired|Timeout)|(?:[A-Za-z_]\w*\.)+Error)"
    r"(?P<rest>:\s.*|:?)\s*$"
)
# Two ranks printed at once: in place of the message a line of source, the message itself on the line below.
SOURCE = re.compile(r"(?P<type>[\w.]+): [A-Za-z_][\w.]* = [\w.]+\(.*\):?\s*")
# They say that another process failed and carry its own exception below or above: never a cause of their own.
WRAPPER = re.compile(
    r"(?:[a-z_]\w*\.)*(?:ProcessRaisedException|ProcessExitedException|ChildFailedError|CalledProcessError"
    r"|SubprocessError|RemoteTraceback|RayTaskError|WorkerCrashedError|BrokenProcessPool|SystemExit)\b"
)
# Paddle's word for a signal from outside: whoever sent it had its reason, and this process is its victim.
TOLD_TO_STOP = re.compile(r"FatalError: .{0,40}\bTermination signal\b")
# Of a traceback: the place in a file, and under it, further in, the source line that stands there.
PLACE = re.compile(rb"(?:^|[\n\x0b])(?P<head>[^\n\x0b]{0,200}?)File \"[^\"\n]{1,400}\", line \d+[^\n\x0b]*[\n\x0b]$")
LONGEST_PLACE = 1000
# Python goes on after an exception in a destructor or in logging: the traceback below these words ended nothing.
IGNORED, LONGEST_IGNORED = (b"Exception ignored in", b"--- Logging error ---"), 4096
# The first lines tell the cause; of what follows, the end is what people would paste.
MOST_FIRST, MOST_LAST = 100, 100
MOST_ERROR_LINES = MOST_FIRST + MOST_LAST
# Of the first exceptions of a log the traceback above is looked at: what comes later is hardly a cause.
MOST_FRAMES = 16
# Bounded, so that a log without an end does not fill the memory with its wordings.
MOST_WORDINGS = 20_000
PRINTED_BY = re.compile(rb"\s{0,20}\[(?:rank|default)(?P<rank>\d{1,5})\]")
NUMBERS = bytes.maketrans(b"123456789", b"000000000")


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """A line that looks like an error, whether or not any entry knows it; `own` is its author's frame above it.

    `ends`: it ends a traceback, so that it is an exception, whatever its class is called; `said` then is the line less
    what stands in front of the whole traceback.
    """

    line: int
    text: str
    rank: str = ""
    file: str = ""
    own: OwnFrame | None = None
    ends: bool = False
    said: str = ""

    @property
    def bare(self) -> str:
        """The line less what launchers and loggers put in front of it."""
        return self.said or without_prefix(self.text)


@dataclass(slots=True)
class Errors:
    """Error lines in the order of the log, each wording once.

    `ranks` are those whose prefix stands before an error line, whether or not the line is kept. `tasks`: the number in
    front of each line is a rank. `interrupted`: a launcher was, by Ctrl-C, and says so in lines that are no errors.
    """

    file: str = ""
    ranks: set[int] = field(default_factory=set)
    tasks: bool = False
    interrupted: bool = False
    _first: list[ErrorLine] = field(default_factory=list)
    _last: deque[ErrorLine] = field(default_factory=lambda: deque(maxlen=MOST_LAST))
    _wordings: set[int] = field(default_factory=set)
    _framed: int = 0

    @property
    def lines(self) -> list[ErrorLine]:
        return [*self._first, *self._last]

    def leave_out(self, spans: Sequence[tuple[int, int]]) -> None:
        """Drops the lines between these, first and last included: a variable's name that says ERROR is no error."""
        kept = [[e for e in own if not any(a <= e.line <= b for a, b in spans)] for own in (self._first, self._last)]
        self._first, self._last = kept[0], deque(kept[1], maxlen=MOST_LAST)

    def exceptions(self) -> list[ErrorLine]:
        """The error lines that end a traceback: an exception's class and what it said; no mere wrappers."""
        return [line for line in self.lines if _is_exception(line.bare, line.ends)]

    def add(self, stretch: Stretch, marks: Marks) -> None:
        """Adds what the marks of one stretch point at."""
        fresh = []
        for start, end in map(stretch.places.printed_line, marks.errors):
            line = stretch.text[start:end]
            if told := PRINTED_BY.match(line):
                self.ranks.add(int(told["rank"]))
            if self._is_new(line.translate(NUMBERS)):
                fresh.append((start, line))
        for start, line in _worth_keeping(fresh, MOST_FIRST - len(self._first)):
            self._add_line(stretch, start, line, marks.raised.get(start))

    def _add_line(self, stretch: Stretch, start: int, text: bytes, said_at: int | None) -> None:
        """`said_at` is where the exception itself begins, where it ends a traceback."""
        shown, ends = shorten(text), said_at is not None
        bare = without_prefix(shorten(text[said_at - start :] if ends else text))
        if INTERRUPTED.search(bare):
            self.interrupted = True
            return
        if not bare or ADVICE.match(bare) or _was_ignored(stretch.text, start) or _is_source(stretch.text, start):
            return
        if not self._is_new(re.sub(r"\d+", "0", bare)):
            return
        if torn := SOURCE.fullmatch(bare):
            start, shown = _below(stretch, start, shown)
            self._is_new(re.sub(r"\d+", "0", without_prefix(shown)))  # it is not added once more by itself
            bare, ends = f"{torn['type']}: {without_prefix(shown)}", True
        own = self._frame(stretch.text, start) if _is_exception(bare, ends) else None
        rank = rank_of(shown) or (task_of(shown) if self.tasks else "")
        line = ErrorLine(stretch.places.line(start), shown, rank, self.file, own, ends, bare if ends else "")
        (self._first if len(self._first) < MOST_FIRST else self._last).append(line)

    def _frame(self, text: bytes, start: int) -> OwnFrame | None:
        self._framed += 1
        return own_frame_near(text, start) if self._framed <= MOST_FRAMES else None

    def _is_new(self, wording: bytes | str) -> bool:
        key = hash((type(wording), wording))  # "a" and b"a" have the same hash
        if key in self._wordings:
            return False
        if len(self._wordings) < MOST_WORDINGS:
            self._wordings.add(key)
        return True


def _is_exception(text: str, ends: bool) -> bool:
    is_one = ends or EXCEPTION.fullmatch(text) is not None
    return is_one and not WRAPPER.match(text) and not TOLD_TO_STOP.match(text)


def _was_ignored(text: bytes, start: int) -> bool:
    """Whether the line that starts here ends a traceback that Python printed and went on."""
    at, words = max((text.rfind(words, max(0, start - LONGEST_IGNORED), start), words) for words in IGNORED)
    between = text[at + len(words) : start]
    return at >= 0 and b"Traceback (most" in between and b"Error" not in between


def _below(stretch: Stretch, start: int, shown: str) -> tuple[int, str]:
    """The line below the one that starts here, which is `shown`; that one itself where none follows."""
    end = stretch.places.printed_line(start)[1]
    first, last = stretch.places.printed_line(end + 1) if end + 1 < len(stretch.text) else (end, end)
    told = shorten(stretch.text[first:last])
    return (first, told) if told else (start, shown)


def _is_source(text: bytes, start: int) -> bool:
    """Whether the line that starts here is the source line that a traceback quotes under its place."""
    place = PLACE.search(text, max(0, start - LONGEST_PLACE), start)
    return place is not None and text.startswith(place["head"] + b"  ", start)


def _worth_keeping(lines: list[tuple[int, bytes]], missing: int) -> list[tuple[int, bytes]]:
    """Of the new wordings of one stretch, those that can be among the first or the last of the log."""
    most = 2 * missing, 2 * MOST_LAST
    return lines if len(lines) <= sum(most) else lines[: most[0]] + lines[-most[1] :]


def find_errors(text: str, file: str = "") -> Errors:
    """The error lines of a short clean text."""
    stretch, errors = one_stretch(text), Errors(file)
    errors.add(stretch, find_marks(stretch))
    return errors
