"""A program's log in which nothing failed, with nobody's word about it: its words support no guess."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from kb.diagnosis.order import went_on
from kb.matching.finder import WORDS
from kb.matching.match import Match
from kb.reading.one_pass import Reading
from kb.reading.stacks.formats import interrupted
from kb.reading.text.lines import is_somebodys

# Why nothing is guessed: nothing in it failed, or somebody stopped it while nothing failed.
Quiet = Literal["", "nothing failed", "interrupted"]
# A line that a logger dated, or that says itself how little it matters; and what makes it matter all the same.
LOGGED = re.compile(r"\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[ T]|I\d{4} |(?:INFO|DEBUG)\b)")
TROUBLE = re.compile(
    r"\b(?:WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|\b(?:fail|could ?n[o']t|cannot|retry|timed? ?out|wait)", re.IGNORECASE
)
STEP = re.compile(r"(?:step|iter|iteration|epoch)s?[ =:/]{1,3}\d", re.IGNORECASE)
# What may be a person's in few words: a comma or a full stop between words, a colon before a log, Chinese, or a verb.
SENTENCE = re.compile(
    r"[A-Za-z]{2,}[.,;] [A-Za-z]|[a-z]{2,}:\s*$|[\u4e00-\u9fff]|\b(?i:hang|stuck|freez|crash|slow|wrong|stop)"
)


def why_quiet(readings: Sequence[Reading], guesses: Sequence[Match]) -> Quiet:
    """Empty where a line, a table, a stack or a person says anything of what is wrong."""
    if any(_somebody_says(reading) or reading.progress.odd for reading in readings):
        return ""
    blocks = {block.kind for reading in readings for block in reading.blocks.found}
    if blocks == {interrupted.KIND.name} and not any(reading.errors.lines for reading in readings):
        return "interrupted" if all(ground.kind == WORDS for guess in guesses for ground in guess.grounds) else ""
    if blocks or not all(map(_went_well, readings)):
        return ""
    return "nothing failed" if all(_got_over(guess, readings) for guess in guesses if guess.evidence) else ""


def _got_over(guess: Match, readings: Sequence[Reading]) -> bool:
    """Whether training went on behind all that speaks for it; where it hangs, nothing is printed behind that."""
    last = {reading.file: reading.line_count for reading in readings}
    kind = guess.entry.front.kind
    moved_on = kind == "hang" and all(item.line < last[item.file] for item in guess.evidence)
    return moved_on or (kind in ("error", "hang") and went_on(guess, readings))


def _went_well(reading: Reading) -> bool:
    """Whether training went on behind every line that looks like an error; without one, loggers said nothing bad of
    its steps: a start alone may be where it hangs.
    """
    errors = [line.line for line in reading.errors.lines]
    return bool(reading.progress.beyond(max(errors, default=0))) or (not errors and _is_information(reading.head))


def _is_information(head: str) -> bool:
    lines = [line for line in head.split("\n") if line.strip()]
    return STEP.search(head) is not None and all(LOGGED.match(ln) and not TROUBLE.search(ln) for ln in lines)


def _somebody_says(reading: Reading) -> bool:
    return any(_is_said(line) for line in reading.head_lines(facts=False))


def _is_said(line: str) -> bool:
    return is_somebodys(line) or (not LOGGED.match(line) and SENTENCE.search(line) is not None)
