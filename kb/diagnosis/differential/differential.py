"""What a paste that proves nothing could be: candidates with their shares, what was answered, what to check next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.check import Check, Outcome
from kb.catalogue.entry import Entry
from kb.diagnosis.differential.asking import Asked, after, next_check
from kb.diagnosis.differential.shares import NONE, Shares, normalized
from kb.language import gettext

MOST_CANDIDATES = 12
MOST_ANSWERS = 20
# Failures that leave the job running, and from which part of the candidates on it is asked about as if it ran.
STILL_RUNNING, LEAST_ALIVE = ("hang", "slow", "silent", "harmless"), 0.4
# A candidate below this share is not worth a line.
LEAST_SHARE = 0.01
# "None of these" has at most 0.70 in 390 real reports that nothing proves, and 0.84 and more in texts on other things.
ABOUT_NOTHING = 0.8


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
    """What the reader has already found out."""

    check: Check
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Differential:
    """Candidates, likeliest first, with shares that add up to one; `before` are the shares without any answer."""

    candidates: tuple[Candidate, ...]
    answered: tuple[Answered, ...] = ()
    asked: Asked | None = None
    before: tuple[tuple[str, float], ...] = ()

    @property
    def is_about_nothing(self) -> bool:
        """Whether so little speaks for any candidate that the text is likely about something else altogether."""
        nothing = next((c.share for c in self.candidates if c.entry is None), 0.0)
        return nothing >= ABOUT_NOTHING and not self.answered

    @property
    def state(self) -> tuple[str, ...]:
        """The shares before any answer, as a form or an address carries them: slug~share."""
        return tuple(f"{slug}~{share:.4f}" for slug, share in self.before)


def differential(before: Shares, answers: Sequence[tuple[str, str]], catalogue: Catalogue) -> Differential:
    """`answers` are (check, outcome) in any order; of a check answered twice the last counts. Raises UnknownAnswer."""
    before = _few(before)
    told = [answered(check, outcome, catalogue) for check, outcome in dict(answers[:MOST_ANSWERS]).items()]
    now = dict(before)
    for one in told:
        now = after(now, one.check, one.outcome.slug)
    asked = next_check(now, _possible(now, catalogue), {one.check.slug for one in told})
    listed = tuple(Candidate(catalogue.by_slug.get(slug), share) for slug, share in now.items())
    return Differential(listed, tuple(told), asked, tuple(before.items()))


def _possible(shares: Shares, catalogue: Catalogue) -> list[Check]:
    """Checks that somebody in this place can do: a job that most likely died does not run any more."""
    known = {slug: share for slug, share in shares.items() if slug in catalogue.by_slug}
    alive = sum(share for slug, share in known.items() if catalogue.by_slug[slug].front.kind in STILL_RUNNING)
    runs = alive >= LEAST_ALIVE * sum(known.values())
    return [check for check in catalogue.checks if runs or "running-job" not in check.front.needs]


def narrowed(known: Differential, answers: Sequence[tuple[str, str]], catalogue: Catalogue) -> Differential:
    """The same candidates after these answers. Raises UnknownAnswer."""
    return differential(dict(known.before), answers, catalogue)


def answer_from(text: str, between: str = "=") -> tuple[str, str]:
    """`check=outcome` in two. Raises NoAnswer where it is not of that form."""
    check, found, outcome = text.partition(between)
    if not (check and found and outcome):
        told = gettext("{text} is no answer: write CHECK{between}OUTCOME")
        raise NoAnswer(told.format(text=repr(text[:60]), between=between))
    return check, outcome


def answered(check: str, outcome: str, catalogue: Catalogue) -> Answered:
    """The check and the outcome of these names. Raises UnknownAnswer."""
    found = catalogue.check_by_slug.get(check)
    if found is None:
        told = gettext("no check is called {check}: there are {names}")
        raise UnknownAnswer(told.format(check=repr(check), names=", ".join(catalogue.check_by_slug)))
    for known in found.front.outcomes:
        if known.slug == outcome:
            return Answered(found, known)
    names = ", ".join(known.slug for known in found.front.outcomes)
    told = gettext("{check} has no outcome {outcome}: there are {names}")
    raise UnknownAnswer(told.format(check=check, outcome=repr(outcome), names=names))


def state_from(told: Iterable[str], catalogue: Catalogue) -> dict[str, float]:
    """What `state` has written; slugs that are no entry, and what is no share, are left out."""
    found: dict[str, float] = {}
    for item in list(told)[: MOST_CANDIDATES + 1]:
        slug, _, share = item.rpartition("~")
        if (slug == NONE or slug in catalogue.by_slug) and _is_share(share):
            found[slug] = float(share)
    return normalized(found)


def _is_share(text: str) -> bool:
    return len(text) <= 6 and text.replace(".", "", 1).isdecimal() and text.isascii() and 0 <= float(text) <= 1


def _few(shares: Shares) -> dict[str, float]:
    """The likeliest candidates; what the others had goes to "none of these"."""
    slugs = [slug for slug, share in shares.items() if slug != NONE and share >= LEAST_SHARE][:MOST_CANDIDATES]
    kept = {slug: shares[slug] for slug in slugs}
    return normalized(kept | {NONE: max(1.0 - sum(kept.values()), 0.0)})
