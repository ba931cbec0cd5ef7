"""Shares and checks -> shares after an answer, and the check that would tell most per minute."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.entry import Kind
from kb.diagnosis.differential import weights
from kb.diagnosis.differential.shares import NONE, Shares, normalized

# A check that would tell less than this (bits) is not worth anybody's minutes.
LEAST_GAIN = 0.05
# What a restart costs beyond its minutes: the frozen job, and with it the evidence, is gone.
RESTART_MINUTES = 10
# What any check costs beside its own minutes: reading it, going to the machine, reading what it prints.
ASKING_MINUTES = 2
# In what state each kind of failure leaves the job that a check needs; whoever cannot do a check learns nothing by it.
LEAVES = {"running-job": ("hang", "slow", "silent", "harmless"), "frozen-job": ("hang",)}
# A check that only so small a part of the candidates' jobs allows is not asked for.
LEAST_ABLE = 0.4
# Nor one that can only speak against what it could be: its outcomes have to fit so large a part of the candidates.
LEAST_FITTING = 0.25
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
    named = {slug for known in check.outcomes for said, _ in SAID for slug in getattr(known, said)}.difference(counted)
    usual = likelihoods(check, NONE)[outcome]
    told = {slug: likelihoods(check, slug)[outcome] if slug in named else usual for slug in shares}
    return normalized({slug: share * told[slug] for slug, share in shares.items()})


def next_check(
    shares: Shares, checks: Iterable[Check], done: Collection[str], kinds: Mapping[str, Kind] = MappingProxyType({})
) -> Asked | None:
    """Of the checks that nobody has done, the one that tells most per minute; None where none tells enough.

    `kinds` are those of the candidates: a check is worth what it tells, as often as the job is in the state it needs.
    """
    open_checks = [check for check in checks if check.slug not in done and check.slugs & shares.keys()]
    able = {check.slug: able_share(shares, check, kinds) for check in open_checks}
    allowed = (check for check in open_checks if able[check.slug] >= LEAST_ABLE)
    fitting = (check for check in allowed if fitting_share(shares, check) >= LEAST_FITTING)
    asked = [Asked(check, able[check.slug] * gain(shares, check)) for check in fitting]
    worth = [one for one in asked if one.gain >= LEAST_GAIN]
    return max(worth, key=lambda one: (one.gain / minutes(one.check), one.check.slug), default=None)


def able_share(shares: Shares, check: Check, kinds: Mapping[str, Kind]) -> float:
    """The part of the candidates with a known kind whose job is in the state that the check needs."""
    known = {slug: share for slug, share in shares.items() if slug in kinds}
    total = math.fsum(known.values())
    able = math.fsum(share for slug, share in known.items() if can_be_done(check, kinds[slug]))
    return able / total if total else 1.0


def fitting_share(shares: Shares, check: Check) -> float:
    """The part of the candidates, "none of these" left aside, that some outcome of the check speaks for."""
    fits = {slug for outcome in check.outcomes for slug in (*outcome.proves, *outcome.speaks_for)}
    total = math.fsum(share for slug, share in shares.items() if slug != NONE)
    return math.fsum(share for slug, share in shares.items() if slug in fits) / total if total else 1.0


def can_be_done(check: Check, kind: Kind) -> bool:
    """Whether a failure of this kind leaves the job in the state that the check needs."""
    return all(kind in LEAVES[need] for need in check.front.needs if need in LEAVES)


def minutes(check: Check) -> float:
    """What the check costs, asking and a restart's loss counted in."""
    restart = RESTART_MINUTES if "restart" in check.front.needs else 0
    return ASKING_MINUTES + check.front.minutes + restart


def gain(shares: Shares, check: Check) -> float:
    """By how many bits the check is expected to narrow the shares."""
    named = [(share, likelihoods(check, slug)) for slug, share in shares.items() if slug in check.slugs]
    others, unnamed = [share for slug, share in shares.items() if slug not in check.slugs], likelihoods(check, NONE)
    # Failures that the check does not name keep their proportions: they are weighed as one, however many they are.
    rest, open_rest = math.fsum(others), math.fsum(map(_times_log, others))
    expected = []
    for outcome in check.outcomes:
        told, likely = [share * likelihood[outcome.slug] for share, likelihood in named], unnamed[outcome.slug]
        inner = likely * open_rest + rest * _times_log(likely)
        expected.append(_times_log(math.fsum(told) + likely * rest) - math.fsum(map(_times_log, told)) - inner)
    return _bits(shares.values()) - math.fsum(expected)


def _bits(parts: Collection[float]) -> float:
    """How open it is which of these parts of something holds, times how large the whole is."""
    whole = math.fsum(parts)
    return _times_log(whole) - math.fsum(map(_times_log, parts))


def _times_log(part: float) -> float:
    return part * math.log2(part) if part > 0 else 0.0
