"""What a paste that proves nothing could be: candidates with their shares, what was answered, what to check next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.differential.asking import Asked, after, likelihoods, next_check
from kb.diagnosis.differential.outcomes import already_told, counts_it_already
from kb.diagnosis.differential.shares import NONE, Shares, normalized
from kb.diagnosis.differential.signs import STUCK, signs_in
from kb.diagnosis.differential.told import said_in, told_in
from kb.language import gettext
from kb.matching.match import Told
from kb.reading.one_pass import Reading

MOST_CANDIDATES = 12
MOST_ANSWERS = 20
# Shares of the candidates and of "none of these", and what the paste itself shows of checks.
MOST_STATE = MOST_CANDIDATES + 1 + MOST_ANSWERS
LONGEST_LINE_NUMBER = 9
# A candidate below this share is not worth a line.
LEAST_SHARE = 0.01
# "None of these" has at most 0.79 in 390 real reports that nothing proves, and 0.89 and more in texts on other things.
ABOUT_NOTHING = 0.86


class UnknownAnswer(ValueError):
    """No check, or no outcome of it, is called so; the message lists those that there are."""


class NoAnswer(UnknownAnswer):
    """What should be an answer is not of its form."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A failure and its share; `entry` is None for "none of these"."""

    entry: Entry | None
    share: float

    @property
    def slug(self) -> str:
        return self.entry.slug if self.entry else NONE


@dataclass(frozen=True, slots=True)
class Answered:
    """What is already known of a check: the reader's answer, or what the paste itself shows at `line` (0: an answer).

    `text` and `fact` are that line's; they do not travel, so that later pages have the number alone.
    """

    check: Check
    outcome: Outcome
    line: int = 0
    text: str = ""
    file: str = ""
    fact: Told | None = None


@dataclass(frozen=True, slots=True)
class Differential:
    """Candidates, likeliest first, with shares that add up to one; `before` are the shares without any answer.

    `together` is the log weight of all candidates of the first paste and of "none of these"; 0 where nobody weighed.
    """

    candidates: tuple[Candidate, ...]
    answered: tuple[Answered, ...] = ()
    asked: Asked | None = None
    before: tuple[tuple[str, float], ...] = ()
    together: float = 0.0

    @property
    def is_about_nothing(self) -> bool:
        """Whether so little speaks for any candidate that the text is likely about something else altogether."""
        return self.nothing >= ABOUT_NOTHING and not self.answered

    @property
    def nothing(self) -> float:
        """The share of "none of these"."""
        return next((c.share for c in self.candidates if c.entry is None), 0.0)

    @property
    def state(self) -> tuple[str, ...]:
        """What a form or an address carries: the shares before any answer (slug~share), then what the paste itself
        shows (check~outcome~line).
        """
        read = (one for one in self.answered if one.line)
        return (
            *(f"{slug}~{share:.4f}" for slug, share in self.before),
            *(f"{one.check.slug}~{one.outcome.slug}~{one.line}" for one in read),
        )


def differential(
    before: Shares,
    answers: Sequence[tuple[str, str]],
    catalogue: Catalogue,
    read: Sequence[Answered] = (),
    lives: bool = False,
) -> Differential:
    """`answers` are (check, outcome) in any order; of a check answered twice the last counts. Raises UnknownAnswer.

    `read` is what the paste itself shows; the reader's own answer to the same check stands above it. Of a job that
    `lives` nobody is asked how it ended.
    """
    before = _few(before, moved(before, read, catalogue))
    given = [answered(check, outcome, catalogue) for check, outcome in dict(answers[:MOST_ANSWERS]).items()]
    told = tuple({one.check.slug: one for one in (*read, *given)}.values())
    now = moved(before, told, catalogue)
    kinds = {slug: catalogue.by_slug[slug].front.kind for slug in now if slug in catalogue.by_slug}
    left_out = {check.slug for check in catalogue.checks if lives and "ended-job" in check.front.needs}
    asked = next_check(now, catalogue.checks, left_out | {one.check.slug for one in told}, kinds)
    listed = tuple(Candidate(catalogue.by_slug.get(slug), share) for slug, share in now.items())
    return Differential(listed, told, asked, tuple(before.items()))


def told_weight(slug: str, told: Iterable[Answered], catalogue: Catalogue) -> float:
    """What is known adds so much to a candidate's log weight; "none of these" has the slug NONE."""
    entry = catalogue.by_slug.get(slug)
    return math.fsum(
        math.log(likelihoods(one.check, NONE if _counts_already(entry, one) else slug)[one.outcome.slug])
        for one in told
        if one.outcome in one.check.outcomes
    )


def _counts_already(entry: Entry | None, one: Answered) -> bool:
    return bool(entry and one.line and counts_it_already(entry, one.outcome))


def moved(shares: Shares, told: Iterable[Answered], catalogue: Catalogue) -> dict[str, float]:
    """The shares after what is known; a fact of the paste that a candidate's own signature asks for counts once."""
    now = dict(shares)
    for one in told:
        counted = {slug for slug in now if _counts_already(catalogue.by_slug.get(slug), one)}
        now = after(now, one.check, one.outcome.slug, counted)
    return now


def read_in(readings: Sequence[Reading], catalogue: Catalogue) -> tuple[Answered, ...]:
    """Checks that the first paste answers by itself, by its tables, else in its author's words."""
    frozen = STUCK in signs_in(said_in(readings), catalogue.situations)
    shown = {check.slug: (check, seen) for check, seen in already_told(catalogue.checks, readings, frozen)}
    told = {check.slug: (check, seen) for check, seen in told_in(catalogue.checks, readings, catalogue.phrases)}
    found = (told | shown).values()
    return tuple(Answered(c, seen.outcome, seen.line, seen.text, seen.file, seen.fact) for c, seen in found)


def narrowed(known: Differential, answers: Sequence[tuple[str, str]], catalogue: Catalogue) -> Differential:
    """The same candidates after these answers. Raises UnknownAnswer."""
    return differential(dict(known.before), answers, catalogue, [one for one in known.answered if one.line])


def answer_from(text: str, between: str = "=") -> tuple[str, str]:
    """`check=outcome` in two. Raises NoAnswer where it is not of that form."""
    check, found, outcome = text.partition(between)
    if not (check and found and outcome):
        told = gettext("{text} is no answer: write CHECK{between}OUTCOME")
        raise NoAnswer(told.format(text=repr(text[:60]), between=between))
    return check, outcome


def check_named(slug: str, catalogue: Catalogue) -> Check:
    """Raises UnknownAnswer."""
    if slug not in catalogue.check_by_slug:
        told = gettext("no check is called {check}: there are {names}")
        raise UnknownAnswer(told.format(check=repr(slug), names=", ".join(catalogue.check_by_slug)))
    return catalogue.check_by_slug[slug]


def answered(check: str, outcome: str, catalogue: Catalogue) -> Answered:
    """The check and the outcome of these names. Raises UnknownAnswer."""
    found = check_named(check, catalogue)
    for known in found.front.outcomes:
        if known.slug == outcome:
            return Answered(found, known)
    names = ", ".join(known.slug for known in found.front.outcomes)
    told = gettext("{check} has no outcome {outcome}: there are {names}")
    raise UnknownAnswer(told.format(check=check, outcome=repr(outcome), names=names))


def state_from(told: Iterable[str], catalogue: Catalogue) -> dict[str, float]:
    """The shares that `state` has written; slugs that are no entry, and what is no share, are left out."""
    found: dict[str, float] = {}
    for item in list(told)[:MOST_STATE]:
        slug, _, share = item.rpartition("~")
        if (slug == NONE or slug in catalogue.by_slug) and _is_share(share):
            found[slug] = float(share)
    return normalized(found)


def read_from(told: Iterable[str], catalogue: Catalogue) -> list[Answered]:
    """What `state` has written of checks that the paste itself answers; what names none is left out."""
    found: list[Answered] = []
    for item in list(told)[:MOST_STATE]:
        check, outcome, line = (*item.split("~"), "", "")[:3]
        number = int(line) if line.isascii() and line.isdecimal() and len(line) <= LONGEST_LINE_NUMBER else 0
        with suppress(UnknownAnswer):
            if number and item.count("~") == 2:
                found.append(replace(answered(check, outcome, catalogue), line=number))
    return found


def _is_share(text: str) -> bool:
    return len(text) <= 6 and text.replace(".", "", 1).isdecimal() and text.isascii() and 0 <= float(text) <= 1


def _few(shares: Shares, later: Shares) -> dict[str, float]:
    """The candidates that are likeliest now or `later`; what the others had goes to "none of these"."""
    best = {slug: max(share, later[slug]) for slug, share in shares.items() if slug != NONE}
    slugs = sorted((slug for slug in best if best[slug] >= LEAST_SHARE), key=lambda slug: -best[slug])
    kept = {slug: shares[slug] for slug in slugs[:MOST_CANDIDATES]}
    return normalized(kept | {NONE: max(1.0 - sum(kept.values()), 0.0)})
