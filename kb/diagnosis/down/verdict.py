"""Answer's parts -> which rank went down first, in which way; the rank that only reported first is kept apart.

The words for the ways are torchcomms' analyser verdicts, as far as a log can tell them, and "ended first": what a
launcher's table says where nothing else tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.catalogue.schema.entry import Entry
from kb.diagnosis.clock import in_time, is_before
from kb.diagnosis.down.hang import Hang
from kb.language import gettext, marked
from kb.matching.match import Evidence, Match
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import host_of, rank_of_file, shown_at, to_the_ms
from kb.reading.text.runs import ranks
from kb.reading.timeouts.waits import Wait
from kb.reading.tracebacks.own_error import is_own

Way = Literal[
    "process dead",
    "collectives differ",
    "arguments differ",
    "did not join",
    "stuck inside",
    "cannot tell",
    "ended first",
]
SENTENCES: dict[Way, str] = {
    "process dead": marked("{who}{host} went down first{time} ({at})."),
    "collectives differ": marked("{who} called another collective than the others ({at})."),
    "arguments differ": marked("{who} called the collective with another size than the others ({at})."),
    "did not join": marked("{who} did not join the collective that the others waited in ({at})."),
    "stuck inside": marked("{who} had completed less than the others and stood in a collective itself ({at})."),
    "cannot tell": marked("Look at {who} first: the others waited, and from there no timeout is in this paste."),
}
# Where no others are to compare with: nobody else says anything, or no call is the most common.
ALONE: dict[Way, str] = {
    "process dead": marked("{who}{host} went down{time} ({at})."),
    "collectives differ": marked("{who} called different collectives ({at})."),
    "arguments differ": marked("{who} called the collective with different sizes ({at})."),
}
# What a rank may raise because the others have ended already.
MAY_FOLLOW = re.compile(
    r"Connection\w*Error|BrokenPipe|EOFError|\bDist\w*Error|KeyboardInterrupt|SignalException|Timeout"
    r"|(?i:connection (?:closed|reset|refused|aborted|lost|was)|broken pipe)"
)
WARNING = re.compile(r"\[W\d{3}|\bWARN(?:ING)?\b|Warning: ")


@dataclass(frozen=True, slots=True)
class FirstDown:
    """The rank, or the ranks where they cannot be told apart, that went down first; `slug` is what proves it.

    `alone`: there are no others that it went before, or called another collective than.
    """

    ranks: tuple[int, ...]
    way: Way
    host: str = ""
    file: str = ""
    line: int = 0
    time: str = ""
    slug: str = ""
    waiting: tuple[int, ...] = ()
    reported_first: int | None = None
    said: str = ""
    alone: bool = False

    @property
    def sentence(self) -> str:
        """The headline: who, where, and what the others did; `said` where a dump tells more than a log."""
        if self.said:
            return self.said
        words = ALONE.get(self.way) if self.alone else None
        who = ranks(self.ranks)
        told = {
            "who": f"{who[0].lower()}{who[1:]}" if self.way == "cannot tell" else who,
            "at": shown_at(self.file, self.line),
            "host": gettext(" on {host}").format(host=self.host) if self.host else "",
            "time": gettext(" at {time}").format(time=to_the_ms(self.time)) if self.time else "",
        }
        sentence = gettext(words or SENTENCES[self.way]).format(**told)
        if self.waiting and self.way == "process dead":
            sentence += gettext(" {ranks} waited for it.").format(ranks=ranks(self.waiting))
        return sentence


def convicting_lines(matches: Sequence[Match], waits: set[tuple[str, int]]) -> tuple[Evidence, ...]:
    """Lines of the answer that convict a rank, each rank's first, in time; `waits` are only reports of waiting.

    What is harmless ended nobody, nor did a warning of what is only wrong or slow; survivors went down last.
    """
    if not matches or not matches[0].confident or _ended_nobody(matches[0].entry):
        return ()
    goes_on = matches[0].entry.front.kind in ("silent", "slow")
    first: dict[int, Evidence] = {}
    for item in matches[0].evidence:
        rank = rank_in(item)
        if item.fact or item.proof not in ("decisive", "together") or (goes_on and WARNING.search(item.text)):
            continue
        if rank is not None and (item.file, item.line) not in waits:
            first.setdefault(rank, item)
    return tuple(in_time(first.values(), lambda item: item.time))


def _ended_nobody(entry: Entry) -> bool:
    return entry.front.kind == "harmless" or entry.front.printed_by == "survivors"


def first_down(
    convicting: Sequence[Evidence], slug: str, hang: Hang | None, heard: Iterable[int] = ()
) -> FirstDown | None:
    """Who went down first: a rank that a line convicts, else what the timeouts tell; None where nothing does.

    `heard` are the ranks that report an error; of one that is alone nobody knows whether it was the first. Whose wait
    was over before the line by the clock did not wait for it: a job that was started again has two attempts in one log.
    """
    waiting = hang.waiting if hang else ()
    reporter = _first_reporter(hang)
    if convicting:
        item = convicting[0]
        own = (rank_in(item),)
        over = {wait.rank for wait in hang.waits if is_before(wait.time, item.time)} if hang else set()
        apart = tuple(rank for rank in waiting if rank not in {*own, *over})
        place = {"host": host_of(item.text), "file": item.file, "line": item.line, "time": item.time}
        alone = bool(over) or (not apart and not {*heard} - {*own})
        return FirstDown(own, "process dead", slug=slug, waiting=apart, reported_first=reporter, alone=alone, **place)
    if hang is None:
        return None
    suspects = hang.differing or hang.absent or hang.behind or (() if _is_first(hang) else hang.suspected)
    if not suspects:
        return None
    wait = next((wait for wait in hang.waits if wait.rank in suspects), None)
    place = {"file": wait.file, "line": wait.line, "time": wait.time} if wait else {}
    alone = bool(hang.differing) and _without_majority(hang)
    return FirstDown(suspects, _way(hang, wait), waiting=waiting, reported_first=reporter, alone=alone, **place)


def stopped_alone(raised: Sequence[ErrorLine], hang: Hang | None, reporting: Collection[int] = ()) -> ErrorLine | None:
    """The first exception of a rank that did not wait, while others waited for it: where it stands says nothing.

    One that only says that a connection is gone may follow from the others' end. Beside ranks that are `reporting` that
    another one is gone, one of a library's may be the same in other words: only the reader's own code counts.
    """
    waited = {wait.rank for wait in hang.waits} | {*hang.cut} if hang else set()
    return next(_of_others(raised, waited), None) or next(
        (line for line in _of_others(raised, reporting) if is_own(line, stopped=True)), None
    )


def _of_others(raised: Sequence[ErrorLine], waited: Collection[int]) -> Iterator[ErrorLine]:
    own = ((line, rank_in(line)) for line in raised if waited and not MAY_FOLLOW.search(line.text))
    return (line for line, rank in own if rank is not None and rank not in waited)


def first_cause(raised: Sequence[ErrorLine]) -> ErrorLine | None:
    """The first exception; one that only tells of a connection that is gone gives way to one of the reader's own."""
    cause = next((line for line in raised if not MAY_FOLLOW.search(line.text)), None)
    return cause if cause and is_own(cause) else next(iter(raised), None)


def raised_first(line: ErrorLine) -> FirstDown | None:
    """The rank whose exception stands above all that is proved; None where nothing says whose it is."""
    rank = rank_in(line)
    return None if rank is None else FirstDown((rank,), "process dead", file=line.file, line=line.line)


def who_stopped(line: ErrorLine, hang: Hang | None, reporting: Collection[int] = ()) -> FirstDown:
    """The rank whose exception ended it while the others waited."""
    rank, waiting = rank_in(line), hang.waiting if hang else tuple(sorted(reporting))
    waiting, place = tuple(r for r in waiting if r != rank), {"file": line.file, "line": line.line}
    return FirstDown((rank,), "process dead", waiting=waiting, reported_first=_first_reporter(hang), **place)


def _without_majority(hang: Hang) -> bool:
    return {rank for _, own in hang.disagreement for rank in own} <= {*hang.differing, *hang.failed}


def rank_in(item: Evidence | Wait | ErrorLine) -> int | None:
    """The rank that printed a line, as the line says, else as the name of its file says."""
    told = str(item.rank) or rank_of_file(item.file)
    return int(told) if told else None


def _way(hang: Hang, wait: Wait | None) -> Way:
    if hang.differing:
        operations = {call.op for call, _ in hang.disagreement}
        return "collectives differ" if len(operations) > 1 else "arguments differ"
    if hang.absent:
        return "did not join"
    if hang.behind and wait is not None:
        waited_for = max(
            (w.seq or 0 for w in hang.waits if w.group == wait.group and w.rank not in hang.behind), default=0
        )
        return "did not join" if wait.enqueued is not None and wait.enqueued < waited_for else "stuck inside"
    return "cannot tell"


def _is_first(hang: Hang) -> bool:
    """Whether it was the job's first collective: one that nobody got through says nothing of who is silent."""
    return all((wait.seq or 0) <= 1 and (wait.completed or 0) <= 0 for wait in hang.waits if wait.op)


def _first_reporter(hang: Hang | None) -> int | None:
    ordered = in_time(hang.waits, lambda wait: wait.time) if hang else []
    return ordered[0].rank if ordered else None
