"""Guesses, how often each failure is met, the situation -> shares that add up to one, "none of these" among them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kb.catalogue.census import SITUATIONS, Census
from kb.diagnosis.differential import weights
from kb.matching.match import Match

# The slug of "none of these".
NONE = ""
GROUNDS = (
    ("decisive line", weights.DECISIVE),
    ("quoted in source code", weights.DECISIVE),
    ("hint", weights.HINT),
    ("where ranks stand", weights.STANDING),
    ("near line", weights.NEAR),
    ("words", weights.WORDS),
)
# Shares by slug, NONE's among them; they add up to one.
Shares = Mapping[str, float]


def shares(guesses: Sequence[Match], signs: frozenset[str], census: Census, unknown: bool = False) -> dict[str, float]:
    """Largest first; without guesses "none of these" has all. `unknown`: the paste has an exception of its own."""
    logs = {match.slug: log_weight(match, signs, census) for match in guesses}
    logs[NONE] = weights.NONE + (weights.UNKNOWN_EXCEPTION if unknown else 0)
    highest = max(logs.values())
    return normalized({slug: math.exp(log - highest) for slug, log in logs.items()})


def normalized(found: Shares) -> dict[str, float]:
    """The same in proportion, largest first."""
    total = math.fsum(found.values())
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return {slug: weight / total for slug, weight in ordered} if total > 0 else {NONE: 1.0}


def log_weight(match: Match, signs: frozenset[str], census: Census) -> float:
    """What speaks for one candidate."""
    kind = match.entry.front.kind
    return (
        weights.PRIOR * math.log(prior(match.slug, census))
        + math.fsum(weight * _ground(match, name) for name, weight in GROUNDS)
        + weights.LIKENESS * match.likeness / weights.USUAL_LIKENESS
        + weights.SITUATION * situation_fit(match.slug, signs, census)
        + math.fsum(weights.KIND[sign][kind] for sign in (weights.ALWAYS, *signs) if sign in weights.KIND)
    )


def _ground(match: Match, kind: str) -> float:
    return max((ground.score for ground in match.grounds if ground.kind == kind), default=0.0)


def prior(slug: str, census: Census) -> float:
    """The failure's share of all sampled reports, as if one that nobody met had been met half a time."""
    return (census.threads(slug) + weights.UNMET) / (census.sampled + 1)


def situation_fit(slug: str, signs: frozenset[str], census: Census) -> float:
    """How much oftener this failure comes in the situations that the text names than failures do, as a logarithm."""
    met = census.met.get(slug)
    if met is None:
        return 0.0
    seen = sum(met.situations.values()) + weights.IMAGINED
    return math.fsum(
        math.log((met.situations.get(name, 0) / census.usual[name] + weights.IMAGINED) / seen)
        for name in SITUATIONS
        if name in signs
    )
