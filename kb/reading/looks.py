"""How closely one job may be looked at: a thousand files are one job, and each would like all the attention."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from kb.reading.marks import MOST_ERRORS, MOST_TIMEOUTS, Marks, both_ends
from kb.reading.text.decoding import BLOCK

# What a stretch of a single log may have looked at. A job starts with as much as two of them, and earns with each
# stretch half of that: the first megabyte is looked at as a single stretch is, and what goes on so repeats itself.
MOST_PLACES = 128
STRETCHES_AT_FIRST = 2
EARNED = 0.5
# Of each message so many places are looked at in any case: a cause in the last file is not lost behind what the others
# repeat. Of each stretch, so many error lines and timeouts.
ALWAYS = 2
ALWAYS_MARKS = 8


@dataclass(slots=True)
class Purse:
    """Looks of one kind: a single stretch, a BLOCK of bytes, may spend `a_block` of them and earns EARNED of that."""

    a_block: int
    left: float = 0

    def __post_init__(self) -> None:
        self.left = self.left or self.a_block * STRETCHES_AT_FIRST

    def earn(self, size: int) -> None:
        self.left += EARNED * self.a_block * size / BLOCK

    def pay(self, wanted: int) -> int:
        """How many of the looks that are wanted can be had."""
        paid = min(wanted, int(self.left))
        self.left -= paid
        return paid


@dataclass(slots=True)
class Looks:
    """What is left of one job's looks, over all its files."""

    places: Purse = field(default_factory=lambda: Purse(MOST_PLACES))
    errors: Purse = field(default_factory=lambda: Purse(MOST_ERRORS))
    timeouts: Purse = field(default_factory=lambda: Purse(MOST_TIMEOUTS))
    _seen: Counter[str] = field(default_factory=Counter)

    def earn(self, size: int) -> None:
        """Adds what `size` bytes more are worth."""
        for purse in (self.places, self.errors, self.timeouts):
            purse.earn(size)

    def allowed(self, line: str, places: list[int]) -> list[int]:
        """The first of the places of a message, as many as may still be looked at; counts them."""
        free = min(len(places), max(0, ALWAYS - self._seen[line]))
        most = free + self.places.pay(len(places) - free)
        self._seen[line] += most
        return places[:most]

    def thin(self, marks: Marks) -> None:
        """Leaves of the marks of a stretch, at both its ends, what may still be looked at."""
        marks.errors, missed = _thinned(marks.errors, self.errors)
        marks.passed_over["error lines"] += missed
        marks.timeouts, missed = _thinned(marks.timeouts, self.timeouts)
        marks.passed_over["timeouts"] += missed


def _thinned(marks: list[int], purse: Purse) -> tuple[list[int], int]:
    kept = both_ends(marks, max(purse.pay(len(marks)), ALWAYS_MARKS))
    return kept, len(marks) - len(kept)
