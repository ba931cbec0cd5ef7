"""Answer -> why each entry has its score and place: signatures, words, and the rule that put one before the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.order import why_before
from kb.language import gettext
from kb.matching.match import Ground, Match

MOST_EXPLAINED = 5
MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Explanation:
    """One match: its grounds, and why it stands before the next one (empty for the last)."""

    match: Match
    grounds: tuple[Ground, ...]
    before: str


def explain(answer: Answer, matcher: Matcher) -> tuple[Explanation, ...]:
    """The first matches with everything that their scores and their order rest on."""
    shown = answer.matches[:MOST_EXPLAINED]
    following = (*answer.matches[1 : len(shown) + 1], *[None] * len(shown))
    return tuple(
        Explanation(match, _grounds(match, answer.query, matcher), _before(match, after, matcher))
        for match, after in zip(shown, following, strict=False)
    )


def _grounds(match: Match, query: str, matcher: Matcher) -> tuple[Ground, ...]:
    words = ", ".join(matcher.finder.words.shared(query, match.entry)[:MOST_WORDS])
    return tuple(replace(ground, detail=words) if ground.kind == "words" else ground for ground in match.grounds)


def _before(match: Match, after: Match | None, matcher: Matcher) -> str:
    if after is None:
        return ""
    why = why_before(match, after, matcher.catalogue)
    return gettext("before {slug}: {why}").format(slug=after.slug, why=why)
