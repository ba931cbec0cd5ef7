"""How often each failure was met in sampled public reports, and when in a job: `content/census.tsv`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

SITUATIONS = ("start", "first-step", "middle", "evaluation", "saving", "exit", "resume", "slow", "wrong", "install")
COLUMNS = ("slug", "threads", *SITUATIONS, "sampled", "date")


@dataclass(frozen=True, slots=True)
class Situation:
    """When in a job a failure comes, or what kind it is, and the words by which people say so (situations.yaml)."""

    en: tuple[str, ...] = field(metadata={"help": "words in English, in small letters"})
    zh: tuple[str, ...] = field(metadata={"help": "words in Chinese"})


@dataclass(frozen=True, slots=True)
class Met:
    """One failure: threads that reported it, and how many of them said that it came in which situation."""

    threads: int
    situations: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Census:
    """`sampled` threads in all, up to `date`; `met` has what was found of each failure."""

    sampled: int = 0
    date: str = ""
    met: Mapping[str, Met] = field(default_factory=dict)

    @cached_property
    def usual(self) -> Mapping[str, float]:
        """Situation -> its share of all reports; none is without any."""
        counts = {name: 1 + sum(met.situations.get(name, 0) for met in self.met.values()) for name in SITUATIONS}
        total = sum(counts.values())
        return {name: count / total for name, count in counts.items()}

    def threads(self, slug: str) -> int:
        return self.met[slug].threads if slug in self.met else 0


def read_census(text: str) -> Census:
    """Tab-separated lines under the header COLUMNS. Raises ValueError that names the line and what is wrong."""
    rows = list(csv.reader(text.splitlines(), delimiter="\t"))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise ValueError(f"line 1: the header must be {' '.join(COLUMNS)}, with tabs between")
    met: dict[str, Met] = {}
    sampled, date = 0, ""
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS) or not all(cell.isdecimal() for cell in row[1:-1]):
            raise ValueError(f"line {number}: {len(COLUMNS)} cells, whole numbers but for slug and date")
        slug, threads, *counts, all_threads, date = row
        met[slug] = Met(int(threads), {name: int(n) for name, n in zip(SITUATIONS, counts, strict=True) if int(n)})
        sampled = int(all_threads)
    return Census(sampled, date, met)
