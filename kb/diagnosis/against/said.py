"""What one run says, by shape: where first, where last, how often; in bounded memory, in the order of the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kb.diagnosis.against.shapes import Shapes, worded
from kb.masking import mask_part
from kb.reading.text.cleaning import SOFT
from kb.reading.text.lines import shorten
from kb.reading.text.stretches import Stretch

# So many shapes of one run are kept, half of them its first and half its last: about 20 MB where each is a long line.
MOST_SHAPES = 40_000
KEY = b"PRIVATE KEY"
BREAK = re.compile(f"[\n{SOFT}]".encode())
# What belongs to the line above: a frame, its source, a row. A rank's name may stand in front.
CONTINUES = re.compile(rb"(?:\[[a-z]{1,9}\d+\]:)?(?:\s{2,}|\t)", re.IGNORECASE)


@dataclass(slots=True)
class Said:
    """A shape: the run's first and last line of it (from 1, in `file` and `last_file`), and how often it was said.

    `at` and `last_at` count lines over all files, so that two shapes can be put in order; `continues` the line above.
    """

    shape: str
    text: str
    file: str
    line: int
    at: int
    continues: bool
    last_text: str = ""
    last_file: str = ""
    last_line: int = 0
    last_at: int = 0
    count: int = 0


class Run:
    """Every shape that a run says; `line_count` are its lines, `ends` the last one of each file.

    `passed_over` counts the shapes that were too many to be kept.
    """

    def __init__(self, shapes: Shapes):
        self._shapes = shapes
        self._first: dict[str, Said] = {}
        self._last: dict[str, Said] = {}
        self.ends: dict[str, int] = {}
        self.passed_over = 0
        self._before, self._file = 0, ""

    def __contains__(self, shape: str) -> bool:
        return shape in self._first or shape in self._last

    def __iter__(self) -> Iterator[Said]:
        """In the order in which they were first said."""
        yield from self._first.values()
        yield from self._last.values()

    def get(self, shape: str) -> Said | None:
        return self._first.get(shape) or self._last.get(shape)

    def says(self, line: str) -> bool:
        """Whether it has a line of this kind."""
        text = line.encode("utf-8", "replace")
        return self._shapes.of(worded(text), text) in self

    @property
    def line_count(self) -> int:
        return sum(self.ends.values())

    def add(self, file: str, stretch: Stretch) -> None:
        """Adds what is new in one stretch; files come one after the other."""
        if file != self._file:
            self._before, self._file = self.line_count, file
        text = _new_text(stretch)
        lines, wordings = _printed(text), _printed(worded(text))
        numbers = _numbers(text, stretch.last_line - text.count(b"\n"), len(lines))
        last = dict(zip(wordings, range(len(wordings)), strict=True))
        first = dict(zip(reversed(wordings), range(len(wordings) - 1, -1, -1), strict=True))
        count = Counter(wordings)
        for wording in sorted(first, key=first.__getitem__):
            begin, end = first[wording], last[wording]
            if shape := self._shapes.of(wording, lines[begin]):
                said = self._known(shape) or self._new(shape, file, lines[begin], numbers[begin])
                said.count += count[wording]
                if self._before + numbers[end] >= said.last_at:
                    said.last_text, said.last_file = shorten(lines[end]), file
                    said.last_line, said.last_at = numbers[end], self._before + numbers[end]
        # The end of the last line begins no other.
        self.ends[file] = max(1, stretch.last_line - stretch.pasted.endswith(b"\n"))

    _known = get

    def _new(self, shape: str, file: str, line: bytes, number: int) -> Said:
        said = Said(shape, shorten(line), file, number, self._before + number, CONTINUES.match(line) is not None)
        if len(self._first) < MOST_SHAPES // 2:
            self._first[shape] = said
            return said
        self._last[shape] = said
        if len(self._last) > MOST_SHAPES // 2:
            del self._last[next(iter(self._last))]
            self.passed_over += 1
        return said


def _new_text(stretch: Stretch) -> bytes:
    """What is new in it, line by line; the lines of a private key are known only by those around them."""
    if KEY not in stretch.text:
        return stretch.text[stretch.seen :]
    seen, new = (
        part.decode("utf-8", "replace") for part in (stretch.text[: stretch.seen], stretch.text[stretch.seen :])
    )
    return mask_part(seen + new, len(seen), len(seen) + len(new))[0].encode("utf-8", "replace")


def _printed(text: bytes) -> list[bytes]:
    """The printed lines; most logs have no soft break, and are much quicker to cut."""
    return BREAK.split(text) if SOFT.encode() in text else text.split(b"\n")


def _numbers(text: bytes, first: int, count: int) -> range | list[int]:
    """The pasted line of each printed one: a soft break ends no pasted line."""
    soft = SOFT.encode()
    if soft not in text:
        return range(first, first + count)
    return [first + n for n, line in enumerate(text.split(b"\n")) for _ in line.split(soft)]
