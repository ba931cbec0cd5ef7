"""Guesses, how often each failure is met, the situation -> shares that add up to one, "none of these" among them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.catalogue.census import SITUATIONS, Census
from kb.diagnosis.differential import weights
from kb.language import marked
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
    """Largest first; without guesses "none of these" has all. `unknown`: the paste has an exception of its own.

    "None of these" has weights.UNSEEN at least: what the text is really about may be in no entry.
    """
    logs = {match.slug: log_weight(match, signs, census) for match in guesses}
    logs[NONE] = weight_of_none(unknown)
    highest = max(logs.values())
    fit = {slug: math.exp(log - highest) for slug, log in logs.items()}
    fit[NONE] += weights.UNSEEN / (1 - weights.UNSEEN) * math.fsum(fit.values())
    return normalized(fit)


def weight_of_none(unknown: bool) -> float:
    return weights.NONE + (weights.UNKNOWN_EXCEPTION if unknown else 0)


def normalized(found: Shares) -> dict[str, float]:
    """The same in proportion, largest first."""
    total = math.fsum(found.values())
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return {slug: weight / total for slug, weight in ordered} if total > 0 else {NONE: 1.0}


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that speaks for a candidate, or against it; all of them add up to its log weight."""

    what: str
    detail: str
    weight: float


def log_weight(match: Match, signs: frozenset[str], census: Census) -> float:
    """What speaks for one candidate, added up."""
    return math.fsum(part.weight for part in parts(match, signs, census))


def parts(match: Match, signs: frozenset[str], census: Census) -> Iterator[Part]:
    """What speaks for one candidate, one by one; details are the figures and names that a weight comes from."""
    often = weights.PRIOR * math.log(prior(match.slug, census))
    yield Part(marked("how often it is met"), f"{census.threads(match.slug)}/{census.sampled}", often)
    for name, weight in GROUNDS:
        if score := _ground(match, name):
            yield Part(name, f"{score:.2f}", weight * score)
    likeness = weights.LIKENESS * math.sqrt(match.likeness / weights.USUAL_LIKENESS)
    yield Part(marked("likeness of the words"), f"{match.likeness:.1f}", likeness)
    yield Part(marked("likeness of the meaning"), f"{match.meaning:.2f}", weights.MEANING * match.meaning)
    if fit := situation_fit(match.slug, signs, census):
        named = ", ".join(name for name in SITUATIONS if name in signs)
        yield Part(marked("situation"), named, weights.SITUATION * fit)
    kind = match.entry.front.kind
    told = [sign for sign in (weights.ALWAYS, *sorted(signs)) if sign in weights.KIND]
    named = ", ".join([kind, *filter(None, told)])
    yield Part(marked("kind of failure"), named, math.fsum(weights.KIND[sign][kind] for sign in told))


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
