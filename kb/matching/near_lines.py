"""Lines that are nearly a signature: cut off, mistyped, retyped from a screen. They make a guess, never an answer."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from kb.catalogue.schema.entry import Entry
from kb.catalogue.schema.holes import Hole, parts, place_in
from kb.reading.errors import ErrorLine
from kb.reading.text.cleaning import QUOTES
from kb.reading.text.compact import squeeze

GRAM = 4
# Below this a likeness is chance: two different errors of torch share about a third of their letters.
LEAST_LIKENESS = 0.55
# A line of fewer grams says too little, however well it fits.
FEWEST_GRAMS = 10
# One word alone, be it rare, is the name of something: a line about the same thing is not the same line.
FEWEST_WORDS = 2
WORD = re.compile(r"[^\W\d]\w{2,}|[\u3040-\u9fff]")
MOST_LINES = 60
# Every Python error has this line: it is like a signature that ends in it, and says nothing.
TRACEBACK = "Traceback (most recent call last)"
# A line that has a number where the signature has one of these says the contrary.
NO_NUMBER = re.compile(r"\b(?:nan(?! iterations)|inf)\b", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]+")
# So does one that names another signal: SIGHUP is a terminal that closed, SIGTERM a launcher that cleans up.
SIGNAL = re.compile(r"\bSIG[A-Z]{3,5}\b")


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much of a line is a signature, or of a signature is in a line, from 0 to 1."""

    slug: str
    line: ErrorLine
    signature: str
    share: float


@dataclass(frozen=True, slots=True)
class Known:
    """A signature's line, of which entry it is, and the weight of all its grams."""

    slug: str
    line: str
    total: float


@dataclass(frozen=True, slots=True)
class Grams:
    """The grams of all signatures, each weighted by how few signatures have it; signatures go by number.

    A line that is nearly a signature has one of the heaviest grams, its own or the signature's: few look-ups.
    """

    signatures: Mapping[int, Known]
    weight: Mapping[str, float]
    unknown: float
    where: Mapping[str, Sequence[int]]
    where_heavy: Mapping[str, Sequence[int]]

    def heaviest(self, grams: set[str], total: float) -> Iterator[str]:
        """Grams of which a text that has none of them cannot be LEAST_LIKENESS of this one, heaviest first."""
        left, weight = (1 - LEAST_LIKENESS) * total, {gram: self.weight.get(gram, self.unknown) for gram in grams}
        for gram in sorted(grams, key=lambda gram: (-weight[gram], gram)):
            yield gram
            left -= weight[gram]
            if left < 0:
                return


def grams_of(entries: Iterable[Entry], base: Grams | None = None, first: int = 0) -> Grams:
    """The grams of the entries' signatures, numbered from `first`; weighted as in `base`, where that is given."""
    signatures = [(entry.slug, s.line) for entry in entries for s in entry.front.printed]
    found = [_grams_of_signature(line) for _, line in signatures]
    count = Counter(gram for grams in found for gram in grams)
    unknown = base.unknown if base else math.log(1 + len(found))
    weight = {gram: math.log(1 + len(found) / n) for gram, n in count.items()}
    if base:
        weight = {gram: base.weight.get(gram, unknown) for gram in count}
    where: dict[str, array] = defaultdict(lambda: array("I"))
    where_heavy: dict[str, array] = defaultdict(lambda: array("I"))
    known: dict[int, Known] = {}
    made = Grams(known, weight, unknown, where, where_heavy)
    for number, ((slug, line), grams) in enumerate(zip(signatures, found, strict=True), first):
        known[number] = Known(slug, line, math.fsum(weight[gram] for gram in grams))
        if len(grams) >= FEWEST_GRAMS:
            for gram in grams:
                where[gram].append(number)
            for gram in made.heaviest(grams, known[number].total):
                where_heavy[gram].append(number)
    return made


class NearLines:
    """Finds the signatures that a line is nearly; read-only, so threads may share it."""

    def __init__(self, grams: Grams):
        self.grams = grams

    def find(self, lines: Iterable[ErrorLine], known: Collection[tuple[str, int]] = ()) -> list[Likeness]:
        """The best likeness of every entry, best first; `known` places have an entry's own line, in full."""
        best: dict[str, Likeness] = {}
        open_lines = (line for line in lines if TRACEBACK not in line.text and (line.file, line.line) not in known)
        for line in islice(open_lines, MOST_LINES):
            for likeness in self._likenesses(line):
                so_far = best.get(likeness.slug)
                if so_far is None or likeness.share > so_far.share:
                    best[likeness.slug] = likeness
        return sorted(best.values(), key=lambda likeness: -likeness.share)

    def _likenesses(self, line: ErrorLine) -> Iterable[Likeness]:
        text = line.bare
        grams, words = _grams(text.translate(QUOTES)), _words(text)
        if len(grams) < FEWEST_GRAMS:
            return
        known = self.grams
        weight = {gram: known.weight.get(gram, known.unknown) for gram in grams}
        whole = math.fsum(weight.values())
        candidates = {number for gram in grams for number in known.where_heavy.get(gram, ())}
        candidates.update(n for gram in known.heaviest(grams, whole) for n in known.where.get(gram, ()))
        for number in sorted(candidates):
            signature = known.signatures[number]
            if _says_the_contrary(line.text, signature.line):
                continue
            shared = math.fsum(weight[gram] for gram in grams & _grams_of_signature(signature.line))
            share = max(shared / whole, shared / signature.total)
            words_shared = len(_words_of_signature(signature.line) & words)
            if share < LEAST_LIKENESS or words_shared < FEWEST_WORDS or _has_other_numbers(line.text, signature.line):
                continue
            yield Likeness(signature.slug, line, signature.line, share)


def _says_the_contrary(line: str, signature: str) -> bool:
    if NO_NUMBER.search(signature) and not NO_NUMBER.search(line):
        return True
    named = {*SIGNAL.findall(signature)}
    return bool(named) and bool(told := {*SIGNAL.findall(line)}) and not named & told


def _has_other_numbers(line: str, signature: str) -> bool:
    """Whether the line is whole, with other numbers where the signature has its own: 8x4 and 5x2 is not 8x4 and 1x2."""
    any_number = _with_any_number(signature)
    return any_number != signature and place_in(any_number, line) != (0, 0) and place_in(signature, line) == (0, 0)


@lru_cache(maxsize=20_000)
def _with_any_number(signature: str) -> str:
    pieces = (f"<{p.type}>" if isinstance(p, Hole) else NUMBER.sub("<int>", p) for p in parts(signature))
    return "".join(pieces)


@lru_cache(maxsize=20_000)
def _grams_of_signature(line: str) -> frozenset[str]:
    literals = (piece for piece in parts(line.translate(QUOTES)) if not isinstance(piece, Hole))
    return frozenset(gram for piece in literals for gram in _grams(piece))


@lru_cache(maxsize=20_000)
def _words_of_signature(line: str) -> frozenset[str]:
    return frozenset(_words(" ".join(piece for piece in parts(line) if not isinstance(piece, Hole))))


def _words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def _grams(text: str) -> set[str]:
    letters = squeeze(text).decode(errors="ignore").lower()
    return {letters[n : n + GRAM] for n in range(len(letters) - GRAM + 1)}
