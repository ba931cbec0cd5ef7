"""A description -> checks whose outcomes its author has told of: whoever wrote what the GPUs do is not asked for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.holes import Hole, parts
from kb.diagnosis.differential.outcomes import Seen
from kb.masking import clean_line, mask
from kb.reading.one_pass import Reading
from kb.reading.text.lines import is_prose, is_told

# Where one thing that was said ends and another begins; a point within a number is none.
BETWEEN = re.compile(r"(?<=[。！？；!?;])|(?<=\.)\s")
# What a hole may stand for within a sentence.
GAPS = {"int": r"[0-9]{1,9}", "any": r".{0,80}?"}
# A description is short: of a log, its head is looked at.
MOST_LINES = 60


def told_in(checks: Iterable[Check], readings: Sequence[Reading]) -> Iterator[tuple[Check, Seen]]:
    """Checks of which the text tells one outcome, each with its line; none where it tells of two."""
    said = [
        (number, line, sentence, reading.file)
        for reading in readings
        if not reading.collected
        for number, line in enumerate(reading.head_lines()[:MOST_LINES], 1)
        for sentence in _sentences(line)
    ]
    for check in checks if said else ():
        told = [(o, where) for o in check.outcomes if (where := next((s for s in said if _tells(o, s[2])), None))]
        if len(told) == 1:
            ((outcome, (number, line, _, file)),) = told
            yield check, Seen(outcome, number, mask(clean_line(line))[0], file)


def _sentences(line: str) -> list[str]:
    """Of a person's line, in small letters and without spaces; what a program printed tells nothing in words."""
    if not (is_told(line) or is_prose(line)):
        return []
    return ["".join(part.lower().split()) for part in BETWEEN.split(line)]


def _tells(outcome: Outcome, sentence: str) -> bool:
    return any(_pattern(words).search(sentence) for words in outcome.told_by)


@lru_cache(maxsize=1_024)
def _pattern(words: str) -> re.Pattern[str]:
    """Of the catalogue, never of what anybody pasted."""
    literal = lambda text: re.escape("".join(text.lower().split()))  # noqa: E731
    return re.compile("".join(GAPS[p.type] if isinstance(p, Hole) else literal(p) for p in parts(words)))
