"""A line that the answer names -> the reader's own frame in the traceback above it, as the page may show it."""

from __future__ import annotations

from dataclasses import replace

from kb.diagnosis.answer import Answer
from kb.masking import clean_line, mask, pictured
from kb.matching.match import Evidence
from kb.pages.pasted.cited import PROOF_CHARACTERS
from kb.pages.pasted.log_view import Lines, shortened
from kb.reading.text.cleaning import SOFT, clean
from kb.reading.tracebacks.own_frame import MOST_LINES, OwnFrame, own_frame

# A logger's object around a line is longer than what it holds.
MOST_CHARACTERS = 8_000
TEXTS = ("file", "function", "code", "said")


def own_frame_of(answer: Answer, item: Evidence) -> OwnFrame | None:
    """Of a line that proves the answer; None where only installed packages are in its traceback, or there is none."""
    text = dict(answer.pasted).get(item.file, "")
    return shown_frame(_found(Lines(text), item) if text else None)


def _found(lines: Lines, item: Evidence) -> OwnFrame | None:
    """As the program printed the lines, those that hid in one line of the paste too."""
    first = max(1, item.line - MOST_LINES)
    near = (lines[n - 1] for n in range(first, min(len(lines), item.line + MOST_LINES) + 1))
    printed = [clean(line[:MOST_CHARACTERS]).split(SOFT) for line in near]
    own = printed[item.line - first]
    begin = sum(map(len, printed[: item.line - first])) + 1
    at = next((n for n, text in enumerate(own) if text.strip() == item.text), 0)
    return own_frame([text for line in printed for text in line], begin + at)


def shown_frame(found: OwnFrame | None) -> OwnFrame | None:
    """Masked and of bearable length, as all that is shown."""
    return found and replace(
        found, **{name: _shown(getattr(found, name)) for name in ("file", "function", "code", "said")}
    )


def _shown(text: str) -> str:
    return pictured(mask(clean_line(shortened(text, PROOF_CHARACTERS)[0]))[0])
