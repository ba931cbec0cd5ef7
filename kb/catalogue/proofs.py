"""What sampled public reports that an entry proves turned out to be: `content/proofs.tsv`."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

COLUMNS = ("proved", "was", "reports")
# Under `was`: a failure that has no entry.
NO_ENTRY = "-"


@dataclass(frozen=True, slots=True)
class Proofs:
    """Of one entry: the reports that it proves, and in which of them the label names another failure, by its slug.

    What names only the class of an error (a watchdog's timeout) is true of all of them, and the cause of some.
    """

    reports: int
    others: Mapping[str, int] = field(default_factory=dict)

    @property
    def another(self) -> int:
        """Reports for which something else was the cause, whether or not it has an entry."""
        return sum(self.others.values())


def read_proofs(text: str) -> dict[str, Proofs]:
    """Tab-separated lines under the header COLUMNS -> by slug. Raises ValueError that names the line."""
    rows = list(csv.reader(text.splitlines(), delimiter="\t"))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise ValueError(f"line 1: the header must be {' '.join(COLUMNS)}, with tabs between")
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS) or not row[2].isdecimal():
            raise ValueError(f"line {number}: {len(COLUMNS)} cells, the last a whole number")
        counts[row[0]][row[1]] = int(row[2])
    return {
        slug: Proofs(sum(was.values()), {other: n for other, n in was.items() if other != slug})
        for slug, was in counts.items()
    }
