"""How a run ended, in words, and the part of its log that a reader needs: the first traceback, else the end."""

from __future__ import annotations

import re

from kb.runner.supervising import stacks
from kb.runner.supervising.outcome import Outcome

SHOWN_LINES = 15
LONGEST_TRACEBACK = 60
OPENING = "Traceback (most recent call last)"
INSIDE = re.compile(r"^(?:\s|Traceback|During handling|The above exception|$)")
PREFIX = re.compile(r"^(?:\[[^\]\n]{1,40}\]:? ?)*")


def ended(outcome: Outcome) -> str:
    if not outcome.exits:
        return "was ended with its supervisor"
    if outcome.timed_out:
        return "still ran at the deadline"
    return "ended with status 0" if not any(outcome.exits) else f"ended with status {outcome.exits}"


def where(outcome: Outcome) -> str:
    """Where each rank stood at the deadline."""
    last = {rank: stacks.as_text(dumps[-1]) if dumps else "" for rank, dumps in sorted(outcome.dumps.items())}
    return "\n".join(f"  rank {rank}:\n{tail(text, 12)}" for rank, text in last.items())


def telling(log: str) -> str:
    """The first traceback, because the others and the launcher's report follow from it; without one, the end."""
    lines = log.splitlines()
    first = next((n for n, line in enumerate(lines) if OPENING in line), None)
    if first is None:
        return tail(log)
    return tail("\n".join(lines[first : _end(lines, first)]), LONGEST_TRACEBACK)


def _end(lines: list[str], first: int) -> int:
    """One past the exception's own line: the first that is neither a frame nor its source."""
    for n in range(first + 1, min(len(lines), first + LONGEST_TRACEBACK)):
        if not INSIDE.match(PREFIX.sub("", lines[n])):
            return n + 1
    return min(len(lines), first + LONGEST_TRACEBACK)


def tail(text: str, lines: int = SHOWN_LINES) -> str:
    """The end of a log, indented, for somebody who compares it with what was expected."""
    shown = [line[:300] for line in text.rstrip().splitlines()[-lines:]]
    return "\n".join(f"    {line}" for line in shown) or "    (nothing)"
