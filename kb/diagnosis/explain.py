"""Answer -> why each entry has its score and place: signatures, words, and the rule that put one before the next."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.catalogue.catalogue import Catalogue
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Differential, told_weight
from kb.diagnosis.differential.shares import Part, parts
from kb.diagnosis.differential.signs import signs_in
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.order import why_before
from kb.language import gettext, marked
from kb.matching.match import Ground, Match

MOST_EXPLAINED = 5
MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Explanation:
    """One match: its grounds, and why it stands before the next one (empty for the last).

    A guess has `parts`, which add up to its log weight; its share is e to the power of that less `together`, the log
    weight of all candidates, and its score is the share, or the most that a guess may have.
    """

    match: Match
    grounds: tuple[Ground, ...]
    before: str
    parts: tuple[Part, ...] = ()
    together: float = 0.0

    @property
    def weight(self) -> float:
        return math.fsum(part.weight for part in self.parts)

    @property
    def share(self) -> float:
        return math.exp(self.weight - self.together) if self.parts else 0.0


def explain(answer: Answer, matcher: Matcher) -> tuple[Explanation, ...]:
    """The first matches with everything that their scores and their order rest on."""
    shown = answer.matches[:MOST_EXPLAINED]
    following = (*answer.matches[1 : len(shown) + 1], *[None] * len(shown))
    could_be = answer.differential if answer.best is None else None
    together = could_be.together if could_be else 0.0
    return tuple(
        Explanation(
            match,
            _grounds(match, answer.query, matcher),
            _before(match, after, matcher),
            tuple(_parts(match, answer.query, could_be, matcher.catalogue)) if could_be else (),
            together,
        )
        for match, after in zip(shown, following, strict=False)
    )


def _parts(match: Match, query: str, could_be: Differential, catalogue: Catalogue) -> Iterator[Part]:
    """What the guess's share comes from: the report's words and situation, then what tables of the paste show."""
    yield from parts(match, signs_in(query, catalogue.situations), catalogue.census)
    for one in could_be.answered:
        if one.line:
            named = f"{one.check.slug}={one.outcome.slug}"
            yield Part(marked("what the paste shows"), named, told_weight(match.slug, [one], catalogue))


def _grounds(match: Match, query: str, matcher: Matcher) -> tuple[Ground, ...]:
    words = ", ".join(matcher.finder.words.shared(query, match.entry)[:MOST_WORDS])
    return tuple(replace(ground, detail=words) if ground.kind == "words" else ground for ground in match.grounds)


def _before(match: Match, after: Match | None, matcher: Matcher) -> str:
    if after is None:
        return ""
    why = why_before(match, after, matcher.catalogue)
    return gettext("before {slug}: {why}").format(slug=after.slug, why=why)
