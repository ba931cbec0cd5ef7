"""Accuracy, census and recorded runs -> how far an answer may be trusted, in figures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.language import gettext, marked_words
from kb.runner.recording.standing import Standing

# Beside the content, written by `make accuracy`.
FILE = "accuracy.json"
KINDS = marked_words(
    "real samples",
    "mangled samples",
    "symptoms, English",
    "symptoms, Chinese",
    "runs of other versions",
    "unrelated",
    "mixed failures",
    "single lines",
    "healthy logs",
)
# Why an entry's programs have no verdict of today: somebody or some machine is waited for.
WAITING = ("never run", "stale", "failed")


@dataclass(frozen=True, slots=True)
class Scored:
    """One kind of our own cases; shares are in words, empty where they say nothing."""

    kind: str
    cases: int
    first: str
    third: str
    answered: str
    wrong: str


@dataclass(frozen=True, slots=True)
class Field:
    """Public reports that nobody looked at while entries were written; shares are in words.

    `sure` answers were given as proved by a line, of which `right` were right.
    """

    reports: int
    known: str
    first: str
    third: str
    sure: int
    right: int


@dataclass(frozen=True, slots=True)
class TrustView:
    """What _trust.html may read; `sure` and `right` count the answers given as nearly certain."""

    date: str
    kinds: tuple[Scored, ...]
    sure: int
    right: int
    precision: str
    bins: tuple[tuple[str, int, str], ...]
    reproduced: int
    waiting: int
    impossible: int
    sampled: int
    entries_met: int
    census_date: str
    field: Field | None = None


def trust_view(catalogue: Catalogue, standings: Mapping[str, Standing], content: Path) -> TrustView:
    told = _measured(content / FILE)
    words = Counter(standing.word for standing in standings.values())
    census, sure, right = catalogue.census, told["sure"]["answers"], told["sure"]["right"]
    return TrustView(
        date=told["date"],
        kinds=tuple(_scored(kind, row) for kind, row in told["kinds"].items()),
        sure=sure,
        right=right,
        precision=_share(right / sure) if sure else "",
        bins=tuple((f"{low / 10:.1f}–{(low + 1) / 10:.1f}", n, _share(good / n)) for low, n, good in told["bins"]),
        reproduced=words["verified"],
        waiting=sum(words[word] for word in WAITING),
        impossible=words["not reproduced"],
        sampled=census.sampled,
        entries_met=sum(slug in catalogue.by_slug for slug in census.met),
        census_date=census.date,
        field=_field(told["field"]) if told.get("field") else None,
    )


def in_short(catalogue: Catalogue, reproduced: int, content: Path) -> str:
    """One line of figures; what nobody has measured is left out."""
    measured, entries = _measured(content / FILE), len(catalogue)
    told = measured["sure"]
    parts = [gettext("{number} failures").format(number=f"{entries:,}")]
    if reproduced:
        parts.append(gettext("{number} reproduced by running them").format(number=f"{reproduced:,}"))
    if told["answers"]:
        share = _share(told["right"] / told["answers"])
        parts.append(gettext("{share} of the answers to our own cases were right").format(share=share))
    if measured.get("field"):
        field = _field(measured["field"])
        parts.append(gettext("of {sure} to public reports, {right}").format(sure=field.sure, right=field.right))
    return " · ".join(parts)


def _measured(path: Path) -> dict:
    nothing = {"date": "", "kinds": {}, "sure": {"answers": 0, "right": 0}, "bins": []}
    return json.loads(path.read_text("utf-8")) if path.is_file() else nothing


def _field(row: Mapping[str, float]) -> Field:
    reports = int(row["reports"])
    shares = (_share(row[name]) for name in ("has an entry", "right first", "among three"))
    right, wrong = (round(row[name] * reports) for name in ("proven", "another proven"))
    return Field(reports, *shares, right + wrong, right)


def _scored(kind: str, row: Mapping[str, float]) -> Scored:
    """A text that no entry is right for can have no right answer, only a wrong one."""
    negative = not row["first right"] and not row["in first three"]
    first, third = ("", "") if negative else (_share(row["first right"]), _share(row["in first three"]))
    return Scored(
        gettext(kind), int(row["cases"]), first, third, _share(row["answered"]), _share(row["answered wrongly"])
    )


def _share(value: float) -> str:
    return f"{value:.1%}"
