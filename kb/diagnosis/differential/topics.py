"""Guesses × a text -> those that it may be about: what comes in RL jobs only is not offered without a word of RL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from kb.catalogue.loading.content import Spoken
from kb.matching.evidence import GROUNDS
from kb.matching.match import Match

# A line or a stack of the failure's own speaks of it, whatever words stand around it.
OWN = frozenset((GROUNDS["decisive"], GROUNDS["echo"], GROUNDS["standing"]))
NEARLY = "near line"


def spoken_of(guesses: Iterable[Match], text: str, topics: Mapping[str, Spoken]) -> list[Match]:
    """Those whose entry is about one of the text's topics, or about none in particular."""
    low = text.lower()
    spoken = {name for name, topic in topics.items() if _pattern(topic.words).search(low)}
    return [g for g in guesses if _is_about(g.entry.front.about, spoken) or _has_its_own(g)]


def _is_about(about: Sequence[str], spoken: set[str]) -> bool:
    return not about or bool(spoken.intersection(about))


def _has_its_own(guess: Match) -> bool:
    """Whether a line or a stack is the failure's own; nearly a line counts only where that line tells alone."""
    alone = {signature.line for signature in guess.entry.signatures if not signature.together}
    return any(g.kind in OWN or (g.kind == NEARLY and g.detail in alone) for g in guess.grounds)


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Whole words, where a letter of them could be part of another."""
    told = (rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else re.escape(word) for word in words)
    return re.compile("|".join(told))
