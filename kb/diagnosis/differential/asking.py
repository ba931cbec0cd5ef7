"""Shares and checks -> shares after an answer, and the check that would tell most per minute."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kb.catalogue.check import Check, Outcome
from kb.diagnosis.differential import weights
from kb.diagnosis.differential.shares import NONE, Shares, normalized

# A check that would tell less than this (bits) is not worth anybody's minutes.
LEAST_GAIN = 0.05
# What a restart costs beyond its minutes: the frozen job, and with it the evidence, is gone.
RESTART_MINUTES = 10
SAID = (
    ("proves", weights.PROVES),
    ("speaks_for", weights.SPEAKS_FOR),
    ("speaks_against", weights.SPEAKS_AGAINST),
    ("excludes", weights.EXCLUDES),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A check that is worth doing now, and how much it is expected to tell, in bits."""

    check: Check
    gain: float


def likelihoods(check: Check, slug: str) -> dict[str, float]:
    """Outcome -> its probability where this failure is present; alike for all where nothing is said of it."""
    told = {outcome.slug: _likelier(outcome, slug) for outcome in check.outcomes}
    total = math.fsum(told.values())
    return {name: value / total for name, value in told.items()}


def _likelier(outcome: Outcome, slug: str) -> float:
    unnamed = weights.PROVES_ANOTHER if outcome.proves else 1.0
    return next((weight for name, weight in SAID if slug in getattr(outcome, name)), unnamed)


def after(shares: Shares, check: Check, outcome: str, counted: Collection[str] = ()) -> dict[str, float]:
    """The shares once the check has ended so; an outcome that says nothing leaves them as they are.

    Failures in `counted` have what the outcome says in their share already: to them it says nothing.
    """
    if outcome not in {known.slug for known in check.outcomes}:
        return dict(shares)
    told = {slug: likelihoods(check, NONE if slug in counted else slug)[outcome] for slug in shares}
    return normalized({slug: share * told[slug] for slug, share in shares.items()})


def next_check(shares: Shares, checks: Iterable[Check], done: Collection[str]) -> Asked | None:
    """Of the checks that nobody has done, the one that tells most per minute; None where none tells enough."""
    open_checks = (check for check in checks if check.slug not in done and check.slugs & shares.keys())
    asked = [Asked(check, gain(shares, check)) for check in open_checks]
    worth = [one for one in asked if one.gain >= LEAST_GAIN]
    return max(worth, key=lambda one: (one.gain / minutes(one.check), one.check.slug), default=None)


def minutes(check: Check) -> float:
    """What the check costs, a restart's loss counted in."""
    return check.front.minutes + (RESTART_MINUTES if "restart" in check.front.needs else 0)


def gain(shares: Shares, check: Check) -> float:
    """By how many bits the check is expected to narrow the shares."""
    known = {slug: likelihoods(check, slug) for slug in shares}
    expected = 0.0
    for outcome in check.outcomes:
        joint = {slug: share * known[slug][outcome.slug] for slug, share in shares.items()}
        chance = math.fsum(joint.values())
        expected += chance * _bits(normalized(joint)) if chance else 0.0
    return _bits(shares) - expected


def _bits(shares: Mapping[str, float]) -> float:
    return -math.fsum(share * math.log2(share) for share in shares.values() if share > 0)
