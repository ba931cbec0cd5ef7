"""One log, read once from front to back: what its lines say, and never more of it in memory than a stretch."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from kb.reading.aside.denied import denies, denies_at, without_denied
from kb.reading.aside.quoted import quotes
from kb.reading.aside.remarks import has_remarks, is_remark, is_the_jobs
from kb.reading.aside.settings import settings_in
from kb.reading.blocks import Blocks
from kb.reading.errors import Errors
from kb.reading.fronts.tasks import are_ranks, task_of
from kb.reading.frozen.alive import is_looked_into
from kb.reading.kinds import KINDS, KUBERNETES, SLURM
from kb.reading.looks import Looks
from kb.reading.marks import VERSIONS, Marks, find_marks
from kb.reading.progress import Progress, progress_in, without_figures
from kb.reading.stacks.standing import is_silent
from kb.reading.tables.fact import Table
from kb.reading.tables.job import torchrun
from kb.reading.tables.job.torchrun import Failures
from kb.reading.tables.machine import collected, ds_report, kernel_log, killed
from kb.reading.text.cleaning import SOFT
from kb.reading.text.compact import Compact
from kb.reading.text.decoding import Content, Unreadable
from kb.reading.text.lines import rank_of, time_of
from kb.reading.text.places import Span
from kb.reading.text.stretches import Stretch, stretches
from kb.reading.timeouts.silence import Silence, silence_in
from kb.reading.timeouts.watchdog import Timeouts
from kb.reading.tracebacks.cut_off import cut_traceback, own_frame_of_cut
from kb.reading.tracebacks.own_frame import OwnFrame

# A log repeats its message once a rank and once a retry; beyond this, more of the same proves nothing more.
MOST_SIGHTINGS = 100
# Of a telling line, the first few sightings know the lines around them: what follows it says of what it is.
MOST_WITH_LINES, LINES_AROUND = 3, 8
# What a person describes, or a paste too short to have error lines, is looked at as it stands, up to here.
LONGEST_HEAD = 4000
# A table of which a line may be the job's own error, and those whose words say how the job ended.
ERRORS_TOO = (kernel_log.KIND.name, torchrun.KIND.name, killed.KIND.name)
# What it warns of is so on healthy machines, whatever else the lines mean alone.
OF_A_LISTING = (ds_report.KIND.name,)
OF_JOBS = (*ERRORS_TOO, *SLURM, *KUBERNETES)


@dataclass(frozen=True, slots=True)
class Spots:
    """Where a scanner found its lines in one stretch; `passed_over` places were too many to be looked at.

    Lines in `unseen` may be there, but none of their places was looked at. Around those in `telling` stands what
    somebody wants to know.
    """

    places: Mapping[str, Sequence[Span]]
    passed_over: int = 0
    unseen: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()


class Scanner(Protocol):
    """Whoever looks for lines of its own in the same pass; what it looks for is no business of the reading."""

    def find(self, compact: Compact, after: int = 0, enough: Collection[str] = (), looks: Looks | None = None) -> Spots:
        """Every line that it knows and that is not in `enough`, with its places that end beyond byte `after`."""


# Whoever wants more of the same pass: is given the name of each file with each of its stretches.
Listener = Callable[[str, Stretch], None]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A pasted line (from 1) in which the scanner found one of its own; `echo` where it stands in quoted source.

    `quoted` where the line only names it. `around` are the lines near it, those below first; `task` is the rank that
    srun -l put in front.
    """

    line: int
    text: str
    file: str
    echo: bool
    around: tuple[str, ...] = ()
    task: str = ""
    quoted: bool = False

    @property
    def rank(self) -> str:
        return rank_of(self.text) or self.task

    @property
    def time(self) -> str:
        return time_of(self.text)


@dataclass(slots=True)
class Reading:
    """What one pass over one log found, or a `notice` that says why it could not be read.

    `cut` is the line of a traceback whose end is not in the log, `cut_own` its reader's own frame. `passed_over`
    counts, by kind, what stands so thick in the log that not all of it was looked at; `looks` are shared by all logs of
    one job.
    """

    file: str
    errors: Errors
    timeouts: Timeouts
    blocks: Blocks
    versions: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    line_count: int = 1
    cut: int = 0
    cut_own: OwnFrame | None = None
    progress: Progress = Progress()
    silence: Silence | None = None
    head: str = ""
    found: dict[str, list[Sighting]] = field(default_factory=lambda: defaultdict(list))
    pasted: list[bytes] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    unseen: set[str] = field(default_factory=set)
    looks: Looks = field(default_factory=Looks)
    _enough: set[str] = field(default_factory=set)
    _remarks: bool = False

    def add(self, stretch: Stretch, scanner: Scanner) -> None:
        """Adds what one stretch says."""
        self.looks.earn(len(stretch.pasted))
        if stretch.first_line == 1 and not stretch.seen:
            self.errors.tasks = are_ranks(stretch.text)
        spots = scanner.find(stretch.compact, stretch.seen, self._enough, self.looks)
        self.unseen |= spots.unseen
        self._remarks = self._remarks or has_remarks(stretch.text)
        for line, spans in spots.places.items():
            told = [span for span in spans if not (self._is_remark(stretch, span.start) or denies(stretch, span))]
            few = MOST_WITH_LINES - len(self.found.get(line, ())) if line in spots.telling else 0
            if seen := [self._sighting(span, stretch, n < few) for n, span in enumerate(told)]:
                self.found[line] += seen
        self._enough = {line for line, known in self.found.items() if len(known) >= MOST_SIGHTINGS}
        marks = find_marks(stretch)
        self.looks.thin(marks)
        marks.errors = [at for at in marks.errors if not (self._is_remark(stretch, at) or denies_at(stretch, at))]
        self.passed_over.update({"messages": spots.passed_over, **marks.passed_over})
        self.errors.add(stretch, marks)
        self.timeouts.add(stretch, marks)
        self.blocks.add(stretch)
        self._note_versions(marks)
        self.line_count = stretch.last_line
        if not self.head:
            self.head = stretch.text[: 4 * LONGEST_HEAD].decode("utf-8", errors="ignore")[:LONGEST_HEAD]

    def _is_remark(self, stretch: Stretch, at: int) -> bool:
        return self._remarks and is_remark(stretch.text, stretch.places.printed_line(at)[0])

    def finish(self, last: Stretch) -> None:
        """To be called behind the last stretch."""
        self.cut, self.cut_own = cut_traceback(last), own_frame_of_cut(last)
        self.progress, self.silence = progress_in(last), silence_in(last)
        # The end of the last line begins no other.
        self.line_count -= self.line_count > 1 and last.pasted.endswith(b"\n")
        self.blocks.finish()
        self.passed_over["tables and stacks"] += self.blocks.passed_over
        self.errors.leave_out(self._nobodys_words())
        self._leave_out_listings()

    def _leave_out_listings(self) -> None:
        """Forgets what was sighted in a listing of what is installed, or of ranks that ended later than the first."""
        spans = [(t.line, t.last) for t in self.blocks.found if t.kind in OF_A_LISTING]
        tables = [t.said for t in self.blocks.found if isinstance(t.said, Failures)]
        spans += [(one.line, one.last) for table in tables for one in table.later]
        for key, seen in list(self.found.items()) if spans else ():
            kept = [s for s in seen if not any(first <= s.line <= last for first, last in spans)]
            self.found[key] = kept
            if not kept:
                del self.found[key]

    def _nobodys_words(self) -> list[tuple[int, int]]:
        """First and last lines of tables, of stacks of what is alive, and of what collect wrote about the machine."""
        tables = [block for block in self.blocks.found if isinstance(block.said, Table)]
        spans = [(t.line, t.last) for t in tables if not t.printed_by and t.kind not in ERRORS_TOO]
        spans += [(block.line, block.last) for block in self.blocks.found if is_looked_into(block)]
        sections = pairwise([*self.blocks.sections, (self.line_count + 1, "")]) if self._remarks else ()
        return spans + [(begin, end - 1) for (begin, name), (end, _) in sections if not is_the_jobs(name)]

    @property
    def facts(self) -> frozenset[int]:
        """Lines of the head that say what the machine is and how the job is configured: facts, and no symptoms.

        Nor are the names in stacks of which none says where its process stands.
        """
        tables = [t for t in self.blocks.found if isinstance(t.said, Table) and t.kind not in OF_JOBS]
        silent = [block for block in self.blocks.found if is_silent(block.said)]
        lines = self.head.split("\n")
        spans = (range(t.line, min(t.last, len(lines)) + 1) for t in (*tables, *silent))
        return settings_in(lines).union(*spans)

    @property
    def collected(self) -> bool:
        """Whether `python -m kb.collect` wrote it: then its first lines are nobody's description."""
        return any(block.kind == collected.KIND.name for block in self.blocks.found)

    def _note_versions(self, marks: Marks) -> None:
        """The first mention of each counts."""
        for name in VERSIONS:
            if name in marks.versions:
                self.versions.setdefault(name, marks.versions[name])

    def _sighting(self, span: Span, stretch: Stretch, with_lines: bool) -> Sighting:
        place = stretch.places.place(span.start)
        around = stretch.places.around(span.start, LINES_AROUND) if with_lines else ()
        task = task_of(place.text) if self.errors.tasks else ""
        return Sighting(place.line, place.text, self.file, span.echo, around, task, quotes(stretch, span))

    @property
    def text(self) -> str:
        """The log as it was sent, where it was kept."""
        return b"".join(self.pasted).decode("utf-8", errors="replace")

    def head_lines(self, end: int | None = None, facts: bool = True) -> list[str]:
        """The first lines printed before line `end`, less a trainer's metrics: they'd be taken for what is wrong.

        Without `facts`, less what only says what the machine is and how the job is configured, too.
        """
        lines = self.head.split("\n")[: end and end - 1]
        left_out = () if facts else self.facts
        kept = (line for n, line in enumerate(lines, 1) if n not in left_out)
        kept = (without_figures(line) for whole in kept for line in whole.split(SOFT))
        return [without_denied(line) for line in kept]


def read(
    file: str,
    content: Content,
    scanner: Scanner,
    keep: bool,
    looks: Looks | None = None,
    listener: Listener | None = None,
) -> Reading:
    """A log -> its reading; `keep` keeps the text for showing, `looks` are its job's. Never raises on content."""
    reading = Reading(file, Errors(file), Timeouts(file), Blocks(KINDS, file), looks=looks or Looks())
    try:
        for stretch in stretches(content):
            reading.add(stretch, scanner)
            if listener:
                listener(file, stretch)
            if keep:
                reading.pasted.append(stretch.pasted)
        reading.finish(stretch)
    except Unreadable as reason:
        reading.notice = str(reason)
    return reading
