"""A literal with gaps × the lines looked for → the lines that it could print with the right words filled in.

`Call to %s %s failed` prints "Call to recv from 10.0.0.1 failed" although it lacks most of its words. A release that
has such a literal may print the line or not: that is no "no".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

# A literal must have this many words to be told from any other, and this share of the line's letters.
FEWEST_WORDS, ENOUGH = 3, 0.5


class Fillable:
    """Knows the words of all lines; `words` has None where runs differ."""

    def __init__(self, lines: Mapping[str, Sequence[str | None]]):
        self._lines = lines
        self._by_pair: dict[tuple[str, str], set[str]] = {}
        for text, found in lines.items():
            for pair in pairwise(found):
                if None not in pair:
                    self._by_pair.setdefault(pair, set()).add(text)

    def lines(self, pieces: list[list[str]]) -> set[str]:
        """The lines that a literal of these pieces could print; none for a literal that says too little."""
        if len(pieces) < 2 or sum(map(len, pieces)) < FEWEST_WORDS:
            return set()
        pairs = (pair for piece in pieces for pair in pairwise(piece))
        near = {text for pair in pairs for text in self._by_pair.get(pair, ())}
        return {text for text in near if _covered(pieces, self._lines[text]) >= ENOUGH}


def _covered(pieces: Iterable[list[str]], line: Sequence[str | None]) -> float:
    """The share of a line's letters that the pieces hold, in their order; 0 where one of them is missing inside."""
    at, letters = 0, 0
    for piece in pieces:
        place, size = (_place(piece, line, at), len(piece)) if letters else _tail(piece, line)
        if place is None:
            # Before the first piece that is found and after the line's last word, the literal may go on.
            if letters and any(line[at:]):
                return 0.0
            continue
        at = place + size
        letters += sum(map(len, line[place:at]))
    whole = sum(len(word) for word in line if word)
    return letters / whole if whole else 0.0


def _place(piece: list[str], line: Sequence[str | None], start: int) -> int | None:
    """Where the words of a piece stand in a line."""
    last = len(line) - len(piece)
    return next((at for at in range(start, last + 1) if line[at] == piece[0] and _same(piece, line, at)), None)


def _same(piece: list[str], line: Sequence[str | None], at: int) -> bool:
    return all(line[at + n] == word for n, word in enumerate(piece))


def _tail(piece: list[str], line: Sequence[str | None]) -> tuple[int | None, int]:
    """The most words from a piece's end that stand in a line, which may begin in the middle of a literal's words."""
    best, size = None, 0
    for at, word in enumerate(line):
        if word == piece[-1]:
            most = min(at, len(piece) - 1)
            n = next((n for n in range(1, most + 1) if line[at - n] != piece[-1 - n]), most + 1)
            if n > size:
                best, size = at - n + 1, n
    return best, size
