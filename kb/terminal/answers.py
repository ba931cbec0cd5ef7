"""`--answer` -> what checks have shown: outcomes that somebody names, or files with what a check printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.diagnosis.differential.differential import answer_from, check_named
from kb.diagnosis.differential.outcomes import Output, output_of
from kb.masking import clean_name
from kb.terminal.usage import BadUsage

FILE, STANDARD_INPUT = "@", "-"


def told(
    answers: Sequence[str], logs: Sequence[str], catalogue: Catalogue
) -> tuple[list[tuple[str, str]], list[Output]]:
    """(check, outcome) pairs, those that files show among them, and what each file shows.

    `logs` are the files that are matched. Raises UnknownAnswer and BadUsage.
    """
    pairs: list[tuple[str, str]] = []
    outputs: list[Output] = []
    for text in answers:
        check, outcome = answer_from(text)
        if outcome != STANDARD_INPUT and not outcome.startswith(FILE):
            pairs.append((check, outcome))
            continue
        outputs.append(output_of(check_named(check, catalogue), [("", _content(outcome, logs))]))
        if seen := outputs[-1].shown:
            pairs.append((check, seen.outcome.slug))
    return pairs, outputs


def _content(name: str, logs: Sequence[str]) -> bytes:
    if name == STANDARD_INPUT:
        if not logs or STANDARD_INPUT in logs:
            raise BadUsage("--answer: standard input is the log already: name the log's file, or use CHECK=@FILE")
        return sys.stdin.buffer.read()
    path = Path(name.removeprefix(FILE))
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadUsage(f"--answer: cannot read {clean_name(str(path))}: {error.strerror}") from error
