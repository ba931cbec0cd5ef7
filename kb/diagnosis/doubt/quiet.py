"""A program's log in which nothing failed, with nobody's word about it: its words support no guess."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from kb.diagnosis.causes import is_finished
from kb.diagnosis.order import went_on
from kb.matching.finder import WORDS
from kb.matching.match import Match
from kb.reading.errors import INTERRUPTED, ErrorLine
from kb.reading.one_pass import Reading
from kb.reading.stacks.formats import interrupted
from kb.reading.text.cleaning import SOFT
from kb.reading.text.lines import is_somebodys

# Why nothing is guessed: nothing in it failed, or somebody stopped it while nothing failed.
Quiet = Literal["", "nothing failed", "interrupted"]
# A line that a logger dated, or that says itself how little it matters; and what makes it matter all the same.
LOGGED = re.compile(r"\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[ T]|I\d{4} |(?:INFO|DEBUG)\b)")
# A progress bar, too.
BAR = re.compile(r"[^|]{0,80}\d{1,3}%\|.{0,80}\| {0,4}\d{1,9}/\d{1,9} \[")
# In the first line of a log these were printed too, and are nobody's question above it: an object, a new try.
PRINTED_FIRST = re.compile(r"\s*[{\[]|.*\bretry", re.IGNORECASE)
GLOG = re.compile(r"(?:\^C)?[IWEF]\d{4} \d\d:")
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
    stopped = blocks <= {interrupted.KIND.name} and (blocks or any(reading.errors.interrupted for reading in readings))
    if stopped and not any(reading.errors.lines for reading in readings):
        return "interrupted" if all(map(_tells_of_the_interrupt, guesses)) else ""
    if blocks or not all(map(_went_well, readings)):
        return ""
    return "nothing failed" if all(_got_over(guess, readings) for guess in guesses if guess.evidence) else ""


def notes_alone(proved: Sequence[Match], unexplained: ErrorLine | None, readings: Sequence[Reading]) -> list[Match]:
    """What is proved, where that is harmless notes alone and training finished: nobody asks about them."""
    sure = [match for match in proved if match.confident]
    harmless = all(match.entry.front.kind == "harmless" for match in sure)
    return sure if harmless and not unexplained and is_finished(readings) else []


def _tells_of_the_interrupt(guess: Match) -> bool:
    """Whether words alone speak for it, or lines in which a launcher says that it was interrupted."""
    if all(INTERRUPTED.search(item.text) for item in guess.evidence):
        return bool(guess.evidence) or all(ground.kind == WORDS for ground in guess.grounds)
    return False


def _got_over(guess: Match, readings: Sequence[Reading]) -> bool:
    """Whether training went on behind all that speaks for it; where it hangs, nothing is printed behind that."""
    last = {reading.file: reading.line_count for reading in readings}
    kind = guess.entry.front.kind
    moved_on = kind == "hang" and all(item.line < last[item.file] for item in guess.evidence)
    return moved_on or (kind in ("error", "hang") and (went_on(guess, readings) or _was_left_behind(guess, readings)))


def _was_left_behind(guess: Match, readings: Sequence[Reading]) -> bool:
    """Whether training went on behind the lines of it that a program printed, the very first one among them."""
    by_file = {reading.file: reading.progress for reading in readings}
    printed = all(item.line > 1 or PRINTED_FIRST.match(item.text) for item in guess.evidence)
    return printed and all(by_file[item.file].beyond(item.line) for item in guess.evidence)


def _went_well(reading: Reading) -> bool:
    """Whether training went on behind every line that looks like an error; without one, loggers said nothing bad of
    its steps: a start alone may be where it hangs.
    """
    errors = [line.line for line in reading.errors.lines]
    return bool(reading.progress.beyond(max(errors, default=0))) or (not errors and _is_information(reading.head))


def _is_information(head: str) -> bool:
    lines = [line for line in head.split("\n") if line.strip()]
    return STEP.search(head) is not None and all(map(_tells_of_no_trouble, lines))


def _tells_of_no_trouble(line: str) -> bool:
    parts = [part for part in line.split(SOFT) if part.strip()]
    return all((LOGGED.match(part) and not TROUBLE.search(part)) or BAR.match(part) for part in parts)


def _somebody_says(reading: Reading) -> bool:
    return any(_is_said(line) for line in reading.head_lines(facts=False))


def _is_said(line: str) -> bool:
    printed = LOGGED.match(line) or GLOG.match(line)
    return is_somebodys(line) or (not printed and SENTENCE.search(line) is not None)
