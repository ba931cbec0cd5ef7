"""The end of a log -> the line in which its trainer says that it is done, where nothing was begun after it."""

from __future__ import annotations

import re

from kb.reading.errors import ErrorLine
from kb.reading.text.cleaning import SOFT
from kb.reading.text.lines import is_somebodys, rank_of, shorten
from kb.reading.text.stretches import Stretch

# Behind its last step a run prints a summary at most.
MOST_LAST, LONGEST_LAST = 40, 16_384
WHAT = r"(?:the )?(?:model )?(?:training|train|fitting|pre-?training|fine-?tuning)"
DONE = re.compile(
    rf"(?:^|[\s:|\]>*]){WHAT}(?: (?:loop|run|job|process))?(?: (?:is|has|was)(?: been)?)? ?"
    r"(?:finished|completed?|done|ended)\b(?P<rest>[^\n]{0,120})$"
    rf"|(?:^|[\s:|\]>*])(?:done|finished|completed)(?: with)? {WHAT}\b(?P<more>[^\n]{{0,120}})$"
    r"|`Trainer\.fit` stopped: `max_(?:epochs|steps|time)=[^`]{1,40}` reached"
    r"|^\{'train_runtime': [\d.]",
    re.IGNORECASE,
)
# Then it is somebody's story, or not the end.
BUT = re.compile(
    r"\b(?:but|however|then|that|nothing|never|hangs?|stuck|except|because|yet|still|with error|fail\w*)\b",
    re.IGNORECASE,
)
BEGUN = re.compile(
    r"\b(?:start|begin|launch|load|initiali[sz]|evaluat|test|resum|wait|restor|upload|download)\w*", re.IGNORECASE
)
PRINTED_BY = re.compile(r"^\s*\[(?:rank|default)\d{1,5}\]:? ?")


def finished(last: Stretch, file: str) -> ErrorLine | None:
    """The last line that says so, in the last stretch of a log."""
    lines = last.text[-LONGEST_LAST:].split(b"\n")[-MOST_LAST:]
    number = last.last_line
    for n, line in enumerate(reversed(lines)):
        told = line.decode("utf-8", errors="ignore")
        if any(_says_done(PRINTED_BY.sub("", piece)) for piece in told.split(SOFT)):
            return ErrorLine(number - n, shorten(line), rank_of(told), file)
        if BEGUN.search(told):
            return None
    return None


def _says_done(text: str) -> bool:
    found = DONE.search(text)
    return bool(found) and not BUT.search(found["rest"] or found["more"] or "") and not is_somebodys(text)
