"""Lines that are nearly a signature: cut off, mistyped, retyped from a screen. They make a guess, never an answer."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.catalogue.entry import Entry
from kb.catalogue.holes import Hole, parts
from kb.reading.errors import ErrorLine
from kb.reading.text.cleaning import QUOTES
from kb.reading.text.compact import squeeze
from kb.reading.text.lines import without_prefix

GRAM = 4
# Below this a likeness is chance: two different errors of torch share about a third of their letters.
LEAST_LIKENESS = 0.55
# A line of fewer grams says too little, however well it fits.
FEWEST_GRAMS = 10
MOST_LINES = 60
# Every Python error has this line: it is like a signature that ends in it, and says nothing.
TRACEBACK = "Traceback (most recent call last)"


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much of a line is a signature, or of a signature is in a line, from 0 to 1."""

    entry: Entry
    line: ErrorLine
    signature: str
    proof: str
    share: float


class NearLines:
    """The grams of all signatures, each weighted by how few signatures have it."""

    def __init__(self, entries: Iterable[Entry]):
        self._signatures = [(entry, s) for entry in entries for s in entry.front.signatures]
        self._grams = [_grams_of_signature(signature.line) for _, signature in self._signatures]
        count = Counter(gram for grams in self._grams for gram in grams)
        self._weight = {gram: math.log(1 + len(self._grams) / n) for gram, n in count.items()}
        self._unknown = math.log(1 + len(self._grams))
        self._total = [sum(self._weight[gram] for gram in grams) for grams in self._grams]
        # A line that is nearly a signature has one of the heaviest grams, its own or the signature's: few look-ups.
        self._where: dict[str, list[int]] = defaultdict(list)
        self._where_heavy: dict[str, list[int]] = defaultdict(list)
        for number, grams in enumerate(self._grams):
            if len(grams) >= FEWEST_GRAMS:
                for gram in grams:
                    self._where[gram].append(number)
                for gram in self._heaviest(grams, self._total[number]):
                    self._where_heavy[gram].append(number)

    def _heaviest(self, grams: set[str], total: float) -> Iterator[str]:
        """Grams of which a text that has none of them cannot be LEAST_LIKENESS of this one, heaviest first."""
        left = (1 - LEAST_LIKENESS) * total
        for gram in sorted(grams, key=lambda gram: -self._weight.get(gram, self._unknown)):
            yield gram
            left -= self._weight.get(gram, self._unknown)
            if left < 0:
                return

    def find(self, lines: Iterable[ErrorLine]) -> list[Likeness]:
        """The best likeness of every entry, best first."""
        best: dict[str, Likeness] = {}
        for line in [line for line in lines if TRACEBACK not in line.text][:MOST_LINES]:
            for likeness in self._likenesses(line):
                known = best.get(likeness.entry.slug)
                if known is None or likeness.share > known.share:
                    best[likeness.entry.slug] = likeness
        return sorted(best.values(), key=lambda likeness: -likeness.share)

    def _likenesses(self, line: ErrorLine) -> Iterable[Likeness]:
        grams = _grams(without_prefix(line.text).translate(QUOTES))
        if len(grams) < FEWEST_GRAMS:
            return
        whole = sum(self._weight.get(gram, self._unknown) for gram in grams)
        candidates = {number for gram in grams for number in self._where_heavy.get(gram, ())}
        candidates.update(n for gram in self._heaviest(grams, whole) for n in self._where.get(gram, ()))
        for number in candidates:
            weight = sum(self._weight[gram] for gram in grams & self._grams[number])
            share = max(weight / whole, weight / self._total[number])
            if share >= LEAST_LIKENESS:
                entry, signature = self._signatures[number]
                yield Likeness(entry, line, signature.line, signature.proof, share)


def _grams_of_signature(line: str) -> set[str]:
    return {gram for piece in parts(line.translate(QUOTES)) if not isinstance(piece, Hole) for gram in _grams(piece)}


def _grams(text: str) -> set[str]:
    letters = squeeze(text).decode(errors="ignore").lower()
    return {letters[n : n + GRAM] for n in range(len(letters) - GRAM + 1)}
