"""Rules about how people tell of an outcome: short, with holes that a sentence may have, and of one outcome only."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from kb.catalogue.loading.content import PHRASES_FILE, Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.check import COULD_NOT, Outcome
from kb.catalogue.schema.holes import Hole, parts

MOST_TOLD = 60
HOLES_OF_A_SENTENCE = ("any", "int")
SHORTEST_TOLD = 6


def told_outcomes_are_sound(content: Content) -> Iterator[Problem]:
    for check in content.checks:
        seen: set[str] = set()
        for n, outcome in enumerate(check.front.outcomes):
            for m, message in _defects(outcome, seen, content.phrases):
                yield content.problem(check.path, message, "outcomes", n, "told_by", *m)


def _defects(outcome: Outcome, seen: set[str], phrases: Collection[str]) -> Iterator[tuple[tuple[int, ...], str]]:
    """`seen` has what earlier outcomes of the check are told by; this one's are added."""
    if outcome.told_by and outcome.slug == COULD_NOT:
        yield (), f"nothing tells {COULD_NOT!r}: take it out"
    if len(outcome.told_by) > MOST_TOLD:
        yield (), f"{len(outcome.told_by)} sentences, but at most {MOST_TOLD} are allowed: keep those that people write"
    for m, words in enumerate(outcome.told_by):
        pieces = parts(words)
        wrong = [p.type for p in pieces if isinstance(p, Hole) and p.type not in {*HOLES_OF_A_SENTENCE, *phrases}]
        named = [p for p in pieces if isinstance(p, Hole) and p.type in phrases]
        if wrong:
            yield (m,), f"a sentence has no <{wrong[0]}>: only <any>, <int> and the phrases of {PHRASES_FILE}"
        if sum(len(p.encode()) for p in pieces if isinstance(p, str)) < SHORTEST_TOLD and not named:
            yield (m,), f"{words!r} is too short to tell anything"
        if words in seen:
            yield (m,), f"{words!r} tells another outcome too"
    seen.update(outcome.told_by)
