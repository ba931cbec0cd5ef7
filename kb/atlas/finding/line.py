"""A signature's line → the words that are looked for in a program's literals, and how much of them was found."""

from __future__ import annotations

from collections.abc import Iterable

from kb.atlas.finding.words import speaker, spoken, words
from kb.catalogue.schema.holes import Hole, parts

# A part of fewer letters says nothing by itself: `rank`, `version`.
TELLING = 8
# A line of fewer words or letters cannot be told from any other text.
FEWEST_WORDS, FEWEST_LETTERS = 3, 12


class Line:
    """A signature's line as words; None stands where runs differ. `speaker` is the function in front of them."""

    def __init__(self, text: str):
        self.speaker = speaker(text)
        self.words: list[str | None] = []
        for part in parts(spoken(text)):
            self.words += [None] if isinstance(part, Hole) else words(part)
        self.stretches = [(a, b) for a, b in _stretches(self.words) if sum(map(len, self.words[a:b])) >= TELLING]
        self.letters = sum(len(word) for a, b in self.stretches for word in self.words[a:b])
        count = sum(b - a for a, b in self.stretches)
        self.is_text = count >= FEWEST_WORDS and self.letters >= FEWEST_LETTERS

    def share(self, mask: int) -> float:
        """How much of the line's letters a set of word positions holds; 0 to 1."""
        held = sum(len(word) for at, word in enumerate(self.words) if word and mask >> at & 1)
        return held / self.letters if self.letters else 0.0

    def runs(self) -> Iterable[tuple[tuple[str, ...], int]]:
        """Every three words that stand together, with their place; two or one where a part has no more."""
        for start, end in self.stretches:
            size = min(3, end - start)
            yield from ((tuple(self.words[at : at + size]), at) for at in range(start, end - size + 1))


def _stretches(found: list[str | None]) -> Iterable[tuple[int, int]]:
    start = 0
    for at, word in enumerate([*found, None]):
        if word is None:
            if at > start:
                yield start, at
            start = at + 1
