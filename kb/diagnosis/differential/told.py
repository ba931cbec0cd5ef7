"""A description -> checks whose outcomes its author has told of: whoever wrote what the GPUs do is not asked for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from kb.catalogue.loading.content import Spoken
from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.holes import Hole, parts
from kb.diagnosis.differential.outcomes import Seen
from kb.masking import clean_line, mask
from kb.reading.one_pass import Reading
from kb.reading.text.statements import BREAK, Statement, is_a_persons, said, statements_in

# What a hole may stand for within a sentence.
GAPS = {"int": r"[0-9]{1,9}", "any": rf"[^{BREAK}]{{0,80}}?"}
# How people say things, by the name of the hole that stands for it; what one text tells of a check.
Phrases = Mapping[str, Spoken]
NO_PHRASES: Phrases = MappingProxyType({})
Told = tuple[Check, Seen]
# In front of what is told, it says that it is not so; behind "but" or a comma something else begins. In a Chinese
# sentence without commas only what touches it is certain.
DENIED = re.compile(
    r"(?:(?:do|does|did|is|are|was|were|can|could|has|have|had|will|would|should)not"
    r"|(?:^|[,;:(])(?:not(?!e|ic|h|ab)|no(?!w|de|rm|t|b|n(?!od)|v|is|h))"
    rf"|notevery|notall|never|without|nolonger|neither|ruledout)(?:(?!but|and|while|then|when|though)[^{BREAK},;:]){{0,30}}$"
    r"|(?:没有?|不是|并非|并不|不|未|无)(?:任何|出现|发生|都|被)?$"
)
NEAR = 60
# A description is short: of a log, its head is looked at.
MOST_LINES = 60


def said_in(readings: Iterable[Reading]) -> str:
    """What people say above or between what programs printed; no tables and no settings."""
    lines = (line for r in readings if not r.collected for line in r.head_lines(facts=False)[:MOST_LINES])
    return "\n".join(filter(is_a_persons, lines))


def told_in(checks: Iterable[Check], readings: Sequence[Reading], phrases: Phrases = NO_PHRASES) -> Iterator[Told]:
    """Checks of which the text tells one outcome, each with its line; none where it tells of two."""
    told = [
        (statement, reading.file)
        for reading in readings
        if not reading.collected
        for statement in statements_in(reading.head_lines()[:MOST_LINES])
    ]
    whole = BREAK.join(statement.text for statement, _ in told)
    for check in checks if told else ():
        seen = [found for outcome in check.outcomes if (found := _seen(outcome, told, whole, phrases))]
        if len(seen) == 1:
            yield check, seen[0]


def _seen(outcome: Outcome, told: Sequence[tuple[Statement, str]], whole: str, phrases: Phrases) -> Seen | None:
    """The first line that tells the outcome; `whole` is all that is told, where most sentences are not."""
    patterns = [_pattern(words, phrases) for words in outcome.told_by if all(p in whole for p in _literals(words))]
    for statement, file in told if patterns else ():
        starts = [at for pattern in patterns for at in _places(pattern, statement.text)]
        if starts:
            number, line = statement.line_at(min(starts))
            return Seen(outcome, number, mask(clean_line(line))[0], file)
    return None


def _places(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    """Where the text says it, less where it says that it is not so."""
    for found in pattern.finditer(text):
        before = text[max(0, found.start() - NEAR) : found.start()].rpartition(BREAK)[2]
        if not DENIED.search(before):
            yield found.start()


@lru_cache(maxsize=4_096)
def _literals(words: str) -> tuple[str, ...]:
    return tuple(said(piece) for piece in parts(words) if isinstance(piece, str))


def _pattern(words: str, phrases: Phrases) -> re.Pattern[str]:
    """Of the catalogue, never of what anybody pasted."""
    used = tuple(phrases[p.type].words for p in parts(words) if isinstance(p, Hole) and p.type in phrases)
    return _compiled(words, used)


@lru_cache(maxsize=4_096)
def _compiled(words: str, used: tuple[tuple[str, ...], ...]) -> re.Pattern[str]:
    """`used` are the phrases that stand in it, in order."""
    ways = iter(used)
    told = (_gap(p, ways) if isinstance(p, Hole) else _literal(said(p)) for p in parts(words))
    return re.compile("".join(told))


def _gap(hole: Hole, ways: Iterator[tuple[str, ...]]) -> str:
    return GAPS[hole.type] if hole.type in GAPS else f"(?:{'|'.join(_literal(said(way)) for way in next(ways))})"


def _literal(text: str) -> str:
    """A number is no part of a longer one: 100 % does not say 0 %, nor exit code 137 exit code 1."""
    before = r"(?<![\d.])" if text[:1].isdigit() else ""
    return before + re.escape(text) + (r"(?!\d)" if text[-1:].isdigit() else "")
