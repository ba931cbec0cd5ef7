"""What was read -> what to look for by words: the query of the search, and the lines that may be nearly known."""

from __future__ import annotations

import math
import re
import signal
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice

from kb.diagnosis.frozen.standings import Standings
from kb.language import DEFAULT, speaking
from kb.matching.match import Match
from kb.reading.errors import ErrorLine
from kb.reading.one_pass import LONGEST_HEAD, Reading
from kb.reading.text.lines import shorten

# What goes to the word search when no line decides: the errors of a log, or a person's own description.
LONGEST_QUERY = LONGEST_HEAD
# Half a message may have none of the words by which an error line is known: then every line is looked at.
FEW_ERRORS = 3
MOST_LINES_TOLD = 40
# A whole launch command, up to its script: how the job is started, and no symptom. The launcher's name stays; of
# several nodes the command is half of the story, since each has its own.
COMMAND = re.compile(
    r"\b(?P<launcher>accelerate|torchrun|deepspeed|mpirun|srun|horovodrun|python3? -m torch\.distributed\.\w{3,6})"
    r"(?= [^\n]{0,400}?-)(?: launch\b)?(?P<options>[^\n]{0,600}?)\S{1,200}\.(?:py|sh)\b"
)
OF_NODES = re.compile(
    r"--?(?:nnodes|num_machines|node_rank|machine_rank|N)[= ](?![\"']?[01]\b)|--?(?:hostfile|nodelist|host)\b"
)
# A program's end by a signal, as launchers, Python, shells and people write it; in few words that is all that there is.
STATUS = re.compile(
    r"(?:\b(?:exit|return)[ _-]?(?:code|status)|\brc|返回码|返回值|退出码|退出状态|状态码)[\s:=：是为]{0,4}"
    r"(?P<code>-\d{1,2}|1[2-5]\d)(?!\d)|^\s*(?P<alone>-\d{1,2})\s*$",
    re.IGNORECASE,
)
FEW_WORDS, BY_A_SHELL = 200, 128
# No signal, so its words, which entries on signals have, tell nothing.
NO_SIGNAL = re.compile(
    r"\b(?:exit(?:s|ed)?|return(?:s|ed)?)[ _-]?(?:with[ _-])?(?:code|status)?[\s:=]{0,4}[012]\b(?![\d.])"
    r"|(?:返回码|返回值|退出码|退出状态|状态码)[\s:=：是为]{0,4}[012](?!\d)",
    re.IGNORECASE,
)


def never(line: str) -> bool:
    """No good run is there to have any line."""
    return False


def query_of(
    raised: list[ErrorLine],
    errors: list[ErrorLine],
    readings: Iterable[Reading],
    standings: Standings | None,
    followed: Sequence[Match],
    is_usual: Callable[[str], bool] = never,
) -> str:
    """Exceptions first, then other error lines, then the text itself: the words that tell most come first.

    What only `followed` from an exception, and all below it, is the launcher's: it tells nothing. What was collected
    has no words of its own; where its ranks stand says in words what somebody would describe. Lines that a good run has
    too say nothing of what is wrong.
    """
    ends = _first_lines(followed)
    errors = [line for line in errors if line.line < ends.get(line.file, math.inf)]
    told = dict.fromkeys(line.text for line in (*raised, *errors) if not is_usual(line.text))
    printed = [reading for reading in readings if not reading.collected]
    heads = (
        line
        for reading in printed
        for line in reading.head_lines(ends.get(reading.file), facts=False)
        if not is_usual(line)
    )
    if standings and standings.groups and any(reading.collected for reading in readings):
        with speaking(DEFAULT):  # no reader's language changes what is found
            heads = chain(standings.sentences, heads)
    # With its line break each has a character at least: more lines than this cannot be part of it.
    words = "\n".join(islice(chain(told, heads), LONGEST_QUERY))
    return _with_status(COMMAND.sub(_launched, words)[:LONGEST_QUERY])


def _with_status(words: str) -> str:
    """A few words that have an exit status in any spelling, with the signal that it stands for, by its name.

    A status that stands for none is left out.
    """
    words = NO_SIGNAL.sub("", words) if len(words) <= FEW_WORDS else words
    found = STATUS.search(words) if len(words) <= FEW_WORDS else None
    code = int(found["code"] or found["alone"]) if found else 0
    number = -code if code < 0 else code - BY_A_SHELL
    named = {known.value: known.name for known in signal.Signals}
    return f"{words.rstrip()}\nexit code {-number} {named[number]}" if number in named else words


def _launched(command: re.Match[str]) -> str:
    return command[0] if OF_NODES.search(command["options"]) else command["launcher"]


def _first_lines(matches: Iterable[Match]) -> dict[str, int]:
    """File -> the first of its lines that one of these cites."""
    cited = sorted(((item.file, item.line) for match in matches for item in match.evidence), reverse=True)
    return dict(cited)


def telling_lines(readings: Sequence[Reading], is_usual: Callable[[str], bool] = never) -> list[ErrorLine]:
    """Error lines; where there are hardly any, the first lines of the text as they stand too; none of a good run's."""
    return [line for line in _telling(readings) if not is_usual(line.text)]


def _telling(readings: Sequence[Reading]) -> list[ErrorLine]:
    errors = [line for reading in readings for line in reading.errors.lines]
    if len(errors) > FEW_ERRORS:
        return errors
    told = (reading for reading in readings if not reading.collected)
    lines = (
        (n, line, r.file)
        for r, facts in ((r, r.facts) for r in told)
        for n, line in enumerate(r.head.split("\n"), 1)
        if line.strip() and n not in facts
    )
    heads = [ErrorLine(n, shorten(line.encode()), "", file) for n, line, file in lines]
    return errors + heads[:MOST_LINES_TOLD]
