"""Matches in order, best first: answer before guess, cause before consequence, early before late."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.catalogue.catalogue import Catalogue
from kb.diagnosis.clock import in_time, is_before
from kb.diagnosis.down.verdict import rank_in
from kb.language import gettext, marked
from kb.matching.finder import BY_WORDS, WORDS
from kb.matching.match import Evidence, Match
from kb.reading.errors import ErrorLine
from kb.reading.one_pass import MOST_SIGHTINGS, Reading
from kb.reading.text.lines import is_prose, is_told
from kb.reading.tracebacks.own_error import is_of_a_program

# A quarter of all entries and more lead, through others too, to torchrun's table, a watchdog timeout or a lost store; a
# twentieth to running out of memory, which is a cause. A few causes make nothing a mere consequence.
LEAST_CAUSES, CAUSES_SHARE = 3, 1 / 10
# Half of all entries lead, through others too, to what a launcher says of a task that ended; nothing else has so many.
LAUNCHERS_SHARE = 1 / 2
# What a quarter of all entries lead to is a launcher's summary of any of them.
SUMMARY_SHARE = 1 / 4

LOGGED = re.compile(r"\b(?:INFO|WARN(?:ING)?|ERROR)\b|^\[[EFIW] ")
# What only followed is true, and neither an answer nor a guess: above all guesses, below every answer.
ONLY_FOLLOWED = 0.60
WHY_FOLLOWED = marked("True, but only a consequence: an exception whose cause nothing here proves came first.")

WHY_GOT_OVER = marked("True, but training went on behind it: it did not end this job.")

WHY_LEFT = marked("True, but only a consequence: what a line proves as its cause is what you ruled out.")


def only_followed(
    matches: Sequence[Match],
    unproved: ErrorLine | None,
    catalogue: Catalogue,
    is_cause: bool = False,
    is_own: bool = False,
) -> list[Match]:
    """What is proved, where that is consequences alone and an exception that no proof cites came before: no answer.

    torchrun's table after a KeyError of the user's own is true, but not the cause, and the cause is on the screen.
    `is_cause`: the exception is known to have come first, wherever it stands. So it is where the reader's own code
    raised it (`is_own`) and only a launcher's summary is proved, which is often printed before what a rank still had,
    or only what other ranks report: logs of several ranks stand one behind the other.
    """
    sure = _mere_consequences(matches, catalogue)
    if unproved is None or not sure:
        return []
    first = min(_first_place(match) for match in sure)
    sums_up = all(_sums_up(match.slug, catalogue) for match in sure)
    is_cause = is_cause or (is_own and (sums_up or _is_of_another(unproved, sure)))
    if not is_cause and (unproved.file, unproved.line) > first:
        return []
    return [replace(match, score=ONLY_FOLLOWED, reason=gettext(WHY_FOLLOWED)) for match in sure]


def got_over(matches: Sequence[Match], readings: Sequence[Reading]) -> list[Match]:
    """What is proved, and training went on behind all of its lines: true, and not what ended the job.

    What is wrong or slow while a job goes on is no such thing.
    """
    return [
        replace(match, score=ONLY_FOLLOWED, reason=gettext(WHY_GOT_OVER))
        for match in matches
        if match.confident and match.entry.front.kind in ("error", "hang") and went_on(match, readings)
    ]


def went_on(match: Match, readings: Sequence[Reading]) -> bool:
    """Whether training went on behind all lines that speak for it."""
    by_file = {reading.file: reading for reading in readings}
    if any(_is_a_title(item) for item in match.evidence):
        return False
    places = [(by_file[item.file], item) for item in match.evidence]
    return bool(places) and all(reading.progress.beyond(_last(reading, item)) for reading, item in places)


def _last(reading: Reading, item: Evidence) -> float:
    """The last line of a log that says the same as this one; endless where it was not looked for to the end."""
    seen = [sighting.line for sighting in reading.found.get(item.signature, ())]
    if reading.passed_over["messages"] or len(seen) >= MOST_SIGHTINGS:
        return math.inf
    return max([item.line, *seen])


def _is_a_title(item: Evidence) -> bool:
    """Whether a message may stand above a log as what somebody asks about, and not as a line of it."""
    return item.line == 1 and not (item.time or item.rank or LOGGED.search(item.text))


def left_behind(matches: Sequence[Match], ruled_out: Sequence[Match], catalogue: Catalogue) -> list[Match]:
    """What is proved, where all of it is a consequence of what the reader has ruled out: that is no next best cause."""
    sure, causes = _mere_consequences(matches, catalogue), [match for match in ruled_out if match.confident]
    if not all(any(catalogue.leads_to(cause.slug, match.slug) for cause in causes) for match in sure):
        return []
    return [replace(match, score=ONLY_FOLLOWED, reason=gettext(WHY_LEFT)) for match in sure]


def _mere_consequences(matches: Sequence[Match], catalogue: Catalogue) -> list[Match]:
    """What is proved, where so much leads to each of it that none explains anything; nothing where one does."""
    sure = [match for match in matches if match.confident]
    return sure if all(_explains_nothing(match.slug, catalogue) for match in sure) else []


def reporting(matches: Sequence[Match], catalogue: Catalogue) -> set[int]:
    """The ranks whose lines prove nothing but that something is wrong with another one."""
    sure = _mere_consequences(matches, catalogue)
    return {rank for match in sure for item in match.evidence if (rank := rank_in(item)) is not None}


def _is_of_another(line: ErrorLine, sure: Sequence[Match]) -> bool:
    """Whether another rank raised it than those that report; where nobody knows, only what a program's mistake is."""
    ranks = {rank_in(item) for match in sure for item in match.evidence}
    known = rank_in(line) is not None and None not in ranks
    return rank_in(line) not in ranks if known else is_of_a_program(line)


def _explains_nothing(slug: str, catalogue: Catalogue) -> bool:
    """Whether so much leads to it, directly or through others: survivors lose their connection whatever came before."""
    many = max(LEAST_CAUSES, CAUSES_SHARE * len(catalogue))
    return len(catalogue.causes.get(slug, ())) >= LEAST_CAUSES and len(catalogue.all_causes(slug)) >= many


def _sums_up(slug: str, catalogue: Catalogue) -> bool:
    """Whether most of all failures lead to it: a launcher's word that a task of its own ended."""
    many = max(LEAST_CAUSES, LAUNCHERS_SHARE * len(catalogue))
    return len(catalogue.all_causes(slug)) >= many


def without_notes(
    guesses: Sequence[Match], errors: Iterable[ErrorLine], raised: ErrorLine | None = None
) -> list[Match]:
    """Less what is harmless where a line of another guess is an error: a note of healthy logs does not explain it.

    Nor does it explain an exception that was `raised`, unless that is its own line.
    """
    places = {(line.file, line.line) for line in errors}
    cited = {m.slug: {(i.file, i.line) for i in m.evidence if i.proof != "near"} & places for m in guesses}
    explained = set().union(*(cited[m.slug] for m in guesses if m.entry.front.kind != "harmless"))
    explained |= {(raised.file, raised.line)} if raised else set()
    return [m for m in guesses if m.entry.front.kind != "harmless" or explained <= cited[m.slug]]


def beside_own_exception(guesses: Sequence[Match], catalogue: Catalogue) -> list[Match]:
    """Less launchers' summaries that nothing proves: they follow from the exception. What a person tells is words."""
    many = max(SUMMARY_SHARE * len(catalogue), LEAST_CAUSES)
    summaries = {match.slug for match in guesses if len(catalogue.follows_from(match.slug)) >= many}
    return [_less_told(match) for match in guesses if match.slug not in summaries or _is_proved(match)]


def _is_proved(match: Match) -> bool:
    return any(item.proof == "decisive" for item in match.evidence)


def _less_told(match: Match) -> Match:
    if not match.evidence or not all(is_told(item.text) or is_prose(item.text) for item in match.evidence):
        return match
    words = tuple(ground for ground in match.grounds if ground.kind == WORDS)
    return replace(match, evidence=(), grounds=words, reason=gettext(BY_WORDS))


def in_order(matches: Sequence[Match], catalogue: Catalogue) -> list[Match]:
    """Confident ones first, causes before what they lead to, then by when or where they show; guesses by score."""
    sure = in_time(sorted((m for m in matches if m.confident), key=_first_place), _first_time)
    guesses = sorted((m for m in matches if not m.confident), key=lambda m: (-m.score, _first_place(m)))
    return _causes_first(sure, catalogue) + guesses


def _first_place(match: Match) -> tuple[str, int]:
    return min((item.file, item.line) for item in match.evidence) if match.evidence else ("~", 0)


def _first_time(match: Match) -> str:
    return min(match.evidence, key=lambda item: (item.file, item.line)).time if match.evidence else ""


def _causes_first(matches: list[Match], catalogue: Catalogue) -> list[Match]:
    """Repeatedly takes the first match that nothing else in the list leads to."""
    waiting, ordered = list(matches), []
    while waiting:
        free = (m for m in waiting if not any(catalogue.leads_to(other.slug, m.slug) for other in waiting))
        chosen = next(free, waiting[0])
        waiting.remove(chosen)
        ordered.append(chosen)
    return ordered


def why_before(first: Match, second: Match, catalogue: Catalogue) -> str:
    """The rule that put one match before another, in words."""
    if first.confident != second.confident:
        return gettext("an answer comes before a guess")
    if not first.confident:
        told = gettext("the higher score: {one} against {other}")
        return told.format(one=f"{first.score:.2f}", other=f"{second.score:.2f}")
    if catalogue.leads_to(first.slug, second.slug):
        return gettext("a cause comes before what follows from it")
    (file, line), (other_file, other_line) = _first_place(first), _first_place(second)
    if is_before(_first_time(first), _first_time(second)):
        told = gettext("it shows first by the clock: {one} against {other}")
        return told.format(one=_first_time(first), other=_first_time(second))
    if file == other_file:
        return gettext("it shows first: line {one} against line {other}").format(one=line, other=other_line)
    return gettext("it shows first: {one} against {other}").format(one=file, other=other_file)


def chain(matches: Sequence[Match], catalogue: Catalogue) -> list[Match]:
    """The first answer and what followed from it; a consequence belongs to the last of its causes before it."""
    if not matches or not matches[0].confident:
        return []
    first, *rest = [match for match in matches if match.confident]
    followed = [m for m in rest if catalogue.leads_to(first.slug, m.slug)]
    rivals = [m for m in rest if m not in followed]
    return [first, *(m for m in followed if _nearest_cause(m, [first, *rivals], catalogue) is first)]


def _nearest_cause(match: Match, causes: Sequence[Match], catalogue: Catalogue) -> Match | None:
    """Two jobs may stand in one paste: the table at the end belongs to the failure right above it."""
    own = [cause for cause in causes if catalogue.leads_to(cause.slug, match.slug)]
    before = [cause for cause in own if _first_place(cause) <= _first_place(match)]
    return max(before, key=_first_place) if before else next(iter(own), None)
