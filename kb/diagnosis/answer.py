"""What the matcher says: the one object that page, JSON and terminal all show."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.versions import ForReader, for_reader
from kb.diagnosis.against.difference import Difference
from kb.diagnosis.differential.differential import Differential
from kb.diagnosis.doubt.behind import Behind
from kb.diagnosis.doubt.quiet import Quiet
from kb.diagnosis.down.hang import Hang
from kb.diagnosis.down.verdict import FirstDown
from kb.diagnosis.dumps.communicators import Counted
from kb.diagnosis.dumps.recorder import Recorded
from kb.diagnosis.frozen.silence import StoodStill
from kb.diagnosis.frozen.standings import Standings
from kb.language import gettext, marked_words
from kb.matching.match import Match
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import shown_at
from kb.reading.tracebacks.own_frame import OwnFrame

MOST_MATCHES = 10
PASSED_OVER = marked_words("messages", "error lines", "timeouts", "tables and stacks")


@dataclass(frozen=True, slots=True)
class Step:
    """A link of the chain: what happened, where it shows first."""

    match: Match
    line: int
    rank: str
    time: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Best match first. `notice` explains why nothing could be read at all; then nothing was matched.

    `pasted` has (file name, text) of what was read, `unread` (file name, why) of what was not. `passed_over` has (what,
    how many) where something stands so thick in the log that not all of it was looked at, `cut` (file name, line) of
    tracebacks whose end is missing. `followed` is proved, but only a consequence of `unexplained`, which is an
    `own_exception` too where the reader's own code raised it: then that is the answer or, beside one that is proved,
    another failure, the earlier one where it is `unexplained_first`. `got_over` is proved too, and training went on
    behind it; `ruled_out` is, and the reader knows that it is not so. `behind` is what it was in public reports that
    the best match proves. `against` compares it with a good run, where one was given, and `pasted_good` is that.
    `off_topic`: nothing in it speaks of a job of several ranks. `finished`: nothing is proved, and its end says that
    training finished; `quiet`: why nothing is guessed where nothing in it failed. `stood_still`: it was ended from
    outside, and had printed nothing for long. `masked` counts the secret values in the lines that the answer names;
    `pasted` and `pasted_good` alone are as they were sent.
    """

    matches: tuple[Match, ...] = ()
    chain: tuple[Step, ...] = ()
    others: tuple[Match, ...] = ()
    followed: tuple[Match, ...] = ()
    got_over: tuple[Match, ...] = ()
    ruled_out: tuple[Match, ...] = ()
    differential: Differential | None = None
    error_lines: tuple[ErrorLine, ...] = ()
    unexplained: ErrorLine | None = None
    own_exception: ErrorLine | None = None
    versions: tuple[tuple[str, str], ...] = ()
    hang: Hang | None = None
    recorded: Recorded | None = None
    counted: Counted | None = None
    standings: Standings | None = None
    first_down: FirstDown | None = None
    stood_still: StoodStill | None = None
    query: str = ""
    line_count: int = 0
    notice: str = ""
    pasted: tuple[tuple[str, str], ...] = ()
    pasted_good: tuple[tuple[str, str], ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    passed_over: tuple[tuple[str, int], ...] = ()
    cut: tuple[tuple[str, int], ...] = ()
    cut_own: OwnFrame | None = None
    against: Difference | None = None
    behind: Behind | None = None
    off_topic: bool = False
    finished: bool = False
    quiet: Quiet = ""
    masked: int = 0

    @property
    def best(self) -> Match | None:
        """The answer, or None where the matcher does not know."""
        return self.matches[0] if self.matches and self.matches[0].confident else None

    @property
    def first_said(self) -> str:
        """What to say before all else: who went down first, that a job stood still before it was ended, else, where
        nothing is proved, where processes stand.
        """
        if ended := self.first_down or self.stood_still:
            return ended.sentence
        left = None if self.best else self.recorded or self.counted or self.standings
        return next(iter(left.sentences), "") if left else ""

    @property
    def told_by_tables(self) -> tuple[Match, ...]:
        """What rows of tables speak for, however little is known beside them; nothing where something is proved."""
        return () if self.best else tuple(m for m in self.guesses if any(item.fact for item in m.evidence))

    @property
    def unexplained_first(self) -> bool:
        """Whether the exception that no entry knows is the answer, or stands above all that proves another."""
        line, proofs = self.unexplained, self.best.evidence if self.best else ()
        return line is not None and all(item.file == line.file and item.line > line.line for item in proofs)

    @property
    def could_be(self) -> bool:
        """Whether it names what it could be: then nobody may say that no failure is known."""
        if self.best or self.off_topic or self.own_exception or self.differential is None:
            return False
        return any(candidate.entry for candidate in self.differential.candidates)

    @property
    def version_notes(self) -> tuple[ForReader, ...]:
        """What the answer's entry says about the versions that the log names."""
        return for_reader(self.best.entry.front.versions, dict(self.versions)) if self.best else ()

    @property
    def limits(self) -> str:
        """What was not looked at, or is not there to be looked at; empty where nothing is missing."""
        told = ", ".join(f"{count:,} {gettext(what)}" for what, count in self.passed_over)
        dense = gettext("Too dense to look at everything: at least {what} were passed over.")
        cut = gettext("The traceback at {place} is cut off: its last line, which names the error, is missing here.")
        sentences = [dense.format(what=told)] if told else []
        sentences += [cut.format(place=shown_at(*where)) for where in self.cut[:1] if self.best is None]
        if self.cut_own and self.best is None:
            own = gettext("The last line of your own code in it is {file}:{line}, in {function}.")
            place = {"file": self.cut_own.file, "line": self.cut_own.line, "function": self.cut_own.function}
            sentences.append(own.format(**place))
        return " ".join(sentences)

    @property
    def guesses(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if not match.confident)
