"""Which of the lines that only the failed run has a reader should see first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import log10

from kb.diagnosis.against.said import Run, Said
from kb.reading.errors import ADVICE, EXCEPTION, WRAPPER, find_errors
from kb.reading.text.lines import without_prefix

# Ranks of interest: what was raised, what looks like an error, warnings, the rest, and what only continues a line.
KINDS = ("exception", "error", "warning", "other", "continued")
RAISED, ERROR, WARNING, OTHER, CONTINUED = range(len(KINDS))
WARNS = re.compile(r"\bwarn(?:ing)?\b|Warning\b|^W\d{4} |警告", re.IGNORECASE)
# What is raised stands at the end of a traceback; how it begins is always the same.
BEGINS = re.compile(r"Traceback \(most recent call last\)|During handling of the above|The above exception was")
# In the last so many lines of its file a line stands "just before the end".
NEAR_THE_END = 50


def most_interesting(news: Iterable[Said], run: Run) -> list[tuple[Said, int]]:
    """All of them with their rank, best first: errors before chatter, rare ones first, then what comes first.

    What is no error is the more interesting the nearer it stands to the end.
    """
    told = list(news)
    errors = {line.line for line in find_errors("\n".join(said.text for said in told)).lines}
    ranked = [(said, _rank(said, number in errors)) for number, said in enumerate(told, 1)]
    return sorted(ranked, key=lambda one: _key(*one, run))


def _rank(said: Said, looks_like_an_error: bool) -> int:
    bare = without_prefix(said.text)
    if BEGINS.match(bare):
        return CONTINUED
    if looks_like_an_error:
        return RAISED if EXCEPTION.fullmatch(bare) and not WRAPPER.match(bare) else ERROR
    if WARNS.search(bare):
        return WARNING
    return CONTINUED if said.continues or ADVICE.match(bare) else OTHER


def _key(said: Said, rank: int, run: Run) -> tuple[int, int, bool, int]:
    near_the_end = run.ends[said.last_file] - said.last_line < NEAR_THE_END
    return rank, int(log10(said.count)), rank >= OTHER and not near_the_end, said.at
