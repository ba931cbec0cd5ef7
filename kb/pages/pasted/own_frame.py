"""A line that the answer names -> the reader's own frame in the traceback above it, as the page may show it."""

from __future__ import annotations

from dataclasses import replace

from kb.diagnosis.answer import Answer
from kb.masking import clean_line, mask, pictured
from kb.matching.match import Evidence
from kb.pages.pasted.cited import PROOF_CHARACTERS
from kb.pages.pasted.log_view import Lines, shortened
from kb.reading.tracebacks.own_frame import OwnFrame, own_frame

TEXTS = ("file", "function", "code", "said")


def own_frame_of(answer: Answer, item: Evidence) -> OwnFrame | None:
    """Of a line that proves the answer; None where only installed packages are in its traceback, or there is none."""
    text = dict(answer.pasted).get(item.file, "")
    return shown_frame(own_frame(Lines(text), item.line) if text else None)


def shown_frame(found: OwnFrame | None) -> OwnFrame | None:
    """Masked and of bearable length, as all that is shown."""
    return found and replace(
        found, **{name: _shown(getattr(found, name)) for name in ("file", "function", "code", "said")}
    )


def _shown(text: str) -> str:
    return pictured(mask(clean_line(shortened(text, PROOF_CHARACTERS)[0]))[0])
