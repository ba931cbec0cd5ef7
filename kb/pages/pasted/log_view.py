"""Pasted lines -> the windows around the lines that matter; the rest is counted, not shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.masking import mask, pictured
from kb.pages import wording
from kb.reading.text.lines import rank_of

AROUND = 6
# Of each gap, the lines before the next window that open on a click; of all gaps of a page together; and their length.
MOST_OPENED, MOST_OPENED_IN_ALL, MOST_CHARACTERS_OPENED = 200, 400, 400
# So few lines are read sooner than unfolded.
SMALL_GAP = 5
MOST_LINES = 2_000
FEW_LINES = 4
MOST_CHARACTERS = 2_000
# How much of a text is counted, or searched, at a time.
BLOCK = 4096
# A cut moves back by up to so many characters, to stand between words: half a token could not be known as one.
LONGEST_WORD = 400
BETWEEN = re.compile(r"[\s\"',;&\\]")


@dataclass(frozen=True, slots=True)
class Line:
    """A pasted line; `cut` says how many characters are not shown, `rank` who printed it, where that is known."""

    number: int
    text: str
    cut: str
    mark: str
    anchor: str
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """Neighbouring lines, and what is left out above them: how many in words, and those of them that open."""

    hidden: str
    lines: tuple[Line, ...]
    opened: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class LogView:
    """One pasted text or file, in windows; `hidden` lines follow the last one, the first of them `opened` on a click.

    `masked` values are not shown. `ranks` are those that printed the lines in the windows; of a rank's own file, none.
    """

    name: str
    total: int
    windows: tuple[Window, ...]
    hidden: str
    masked: int = 0
    opened: tuple[Line, ...] = ()
    ranks: tuple[str, ...] = ()

    @property
    def is_short(self) -> bool:
        """A few sentences are wrapped; columns of a log are not."""
        return self.total <= FEW_LINES


class Lines(Sequence[str]):
    """The lines of a text, found when they are asked for: a list of them takes up to twenty times the text's memory.

    Asking in ascending order takes time linear in the text.
    """

    def __init__(self, text: str):
        self._text = text
        # The end of the last line begins no other.
        self._count = text.count("\n", 0, len(text) - 1) + 1
        self._at = (1, 0)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> str:
        """The line of this index, from 0, without its newline."""
        start = self._start(index + 1)
        end = self._text.find("\n", start)
        return self._text[start : end if end >= 0 else None]

    def _start(self, number: int) -> int:
        """Where a line begins: whole blocks are counted, only the last one is searched."""
        line, at = self._at if self._at[0] <= number else (1, 0)
        while line < number:
            passed = self._text.count("\n", at, at + BLOCK)
            if line + passed >= number:
                break
            line, at = line + passed, at + BLOCK
        for _ in range(number - line):
            at = self._text.index("\n", at) + 1
        self._at = (number, at)
        return at


def view(
    lines: Sequence[str],
    marks: dict[int, str],
    name: str = "",
    file_number: int = 0,
    room: int = MOST_OPENED_IN_ALL,
) -> LogView:
    """`marks` names what each line (from 1) is, the most important line first: proof, chain, error.

    At most `room` lines of the gaps are there to be opened.
    """
    known = {number: mark for number, mark in marks.items() if 1 <= number <= len(lines)}
    windows, last, masked = [], 0, 0
    for run in _runs(sorted(_chosen(known, len(lines))), len(lines)):
        gap = range(max(last + 1, run[0] - min(MOST_OPENED, room)), run[0])
        room -= len(gap)
        opened, _ = _shown(lines, gap, {}, file_number, MOST_CHARACTERS_OPENED)
        shown, values = _shown(lines, run, known, file_number, MOST_CHARACTERS)
        windows.append(Window(_hidden(run[0] - last - 1), shown, opened))
        last, masked = run[-1], masked + values
    tail = range(last + 1, min(len(lines), last + min(MOST_OPENED, room)) + 1)
    opened, _ = _shown(lines, tail, {}, file_number, MOST_CHARACTERS_OPENED)
    ranks = sorted({line.rank for window in windows for line in window.lines if line.rank}, key=int)
    return LogView(name, len(lines), tuple(windows), _hidden(len(lines) - last), masked, opened, tuple(ranks))


def _shown(
    lines: Sequence[str], numbers: Sequence[int], marks: dict[int, str], file_number: int, most: int
) -> tuple[tuple[Line, ...], int]:
    """Lines as they may be shown, and how many values were masked in them."""
    cuts = [shortened(lines[number - 1], most) for number in numbers]
    # As one text: a key goes over many lines.
    text, values = mask("\n".join(text for text, _ in cuts))
    told = zip(numbers, text.split("\n"), cuts, strict=True) if numbers else ()
    shown = (
        Line(number, pictured(text), cut, marks.get(number, ""), anchor(number, file_number), rank_of(text))
        for number, text, (_, cut) in told
    )
    return tuple(shown), values


def anchor(number: int, file_number: int = 0) -> str:
    """The id of a line on the page."""
    return f"f{file_number}-L{number}" if file_number else f"L{number}"


def shortened(text: str, most: int = MOST_CHARACTERS) -> tuple[str, str]:
    """A text of bearable length, and how many characters were cut from its end, in words."""
    if len(text) <= most:
        return text.rstrip("\r\n"), ""
    gaps = list(BETWEEN.finditer(text, most - min(LONGEST_WORD, most // 2), most))
    end = gaps[-1].start() if gaps else most
    return text[:end], wording.characters(len(text) - end)


def _hidden(lines: int) -> str:
    return wording.lines(lines) if lines else ""


def _chosen(marks: Iterable[int], total: int) -> set[int]:
    shown: set[int] = set()
    for number in marks or [total]:
        window = set(range(max(1, number - AROUND), min(total, number + AROUND) + 1))
        if len(shown | window) > MOST_LINES:
            break
        shown |= window
    return shown


def _runs(numbers: list[int], total: int) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number - runs[-1][-1] <= SMALL_GAP + 1:
            runs[-1] += range(runs[-1][-1] + 1, number + 1)
        else:
            start = 1 if not runs and number <= SMALL_GAP + 1 else number
            runs.append(list(range(start, number + 1)))
    if runs and total - runs[-1][-1] <= SMALL_GAP:
        runs[-1] += range(runs[-1][-1] + 1, total + 1)
    return runs
