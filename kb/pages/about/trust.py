"""Accuracy, census and recorded runs -> how far an answer may be trusted, in figures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.language import gettext, marked_words
from kb.matching.match import SURE
from kb.pages.wording import counted
from kb.runner.recording.standing import Standing

# Beside the content, written by `make accuracy`.
FILE = "accuracy.json"
# Its scores are counted by tenths.
TENTHS = 10
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
TOO_LITTLE, TOO_MUCH = marked_words(
    "Lower scores are guesses, and claim too little: {claimed} on average, right in {right} of the cases.",
    "Lower scores are guesses, and claim too much: {claimed} on average, right in {right} of the cases.",
)
# Why an entry's programs have no verdict of today: somebody or some machine is waited for.
WAITING = ("never run", "stale", "failed")


@dataclass(frozen=True, slots=True)
class Scored:
    """One kind of our own cases; shares are in words, empty where they say nothing."""

    kind: str
    cases: str
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
    """What _trust.html may read; `sure` and `right` count the answers given as nearly certain.

    `guesses` compares what the others claim with how often they are right. Empty is what nobody has measured.
    """

    date: str
    kinds: tuple[Scored, ...]
    sure: str
    right: str
    precision: str
    bins: tuple[tuple[str, str, str], ...]
    guesses: str
    reproduced: int
    waiting: int
    impossible: int
    sampled: str
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
        sure=counted(sure) if sure else "",
        right=counted(right),
        precision=_share(right / sure) if sure else "",
        bins=tuple(
            (f"{low / TENTHS:.1f}–{(low + 1) / TENTHS:.1f}", counted(n), _share(good / n))
            for low, n, good in told["bins"]
        ),
        guesses=_guesses(told["bins"]),
        reproduced=words["verified"],
        waiting=sum(words[word] for word in WAITING),
        impossible=words["not reproduced"],
        sampled=counted(census.sampled) if census.sampled else "",
        entries_met=sum(slug in catalogue.by_slug for slug in census.met),
        census_date=census.date,
        field=_field(told["field"]) if told.get("field") else None,
    )


def in_short(catalogue: Catalogue, reproduced: int, content: Path) -> str:
    """One line of figures; what nobody has measured is left out."""
    measured, entries = _measured(content / FILE), len(catalogue)
    told = measured["sure"]
    parts = [gettext("{number} failures").format(number=counted(entries))]
    if reproduced:
        parts.append(gettext("{number} reproduced by running them").format(number=counted(reproduced)))
    if told["answers"]:
        share = _share(told["right"] / told["answers"])
        parts.append(gettext("{share} of the answers to our own cases were right").format(share=share))
    if measured.get("field"):
        field = _field(measured["field"])
        told = gettext("{right} of {sure} answers to public reports were right")
        parts.append(told.format(sure=field.sure, right=field.right))
    return " · ".join(parts)


def of_public_reports(content: Path) -> str:
    """How many answers that a line proved were right for reports of strangers; empty where nobody has measured it."""
    row = _measured(content / FILE).get("field")
    field = _field(row) if row else None
    told = gettext("of all its proved answers, {right} of {sure} were right for public reports")
    return told.format(right=field.right, sure=field.sure) if field and field.sure else ""


def _measured(path: Path) -> dict:
    nothing = {"date": "", "kinds": {}, "sure": {"answers": 0, "right": 0}, "bins": []}
    return json.loads(path.read_text("utf-8")) if path.is_file() else nothing


def _field(row: Mapping[str, float]) -> Field:
    reports = int(row["reports"])
    shares = (_share(row[name]) for name in ("has an entry", "right first", "among three"))
    right, wrong = (round(row[name] * reports) for name in ("proven", "another proven"))
    return Field(reports, *shares, right + wrong, right)


def _guesses(bins: Iterable[tuple[int, int, int]]) -> str:
    """Of the scores below "almost certain": their mean, and how many of the cases were right."""
    below = [(low, n, good) for low, n, good in bins if low / TENTHS < SURE]
    cases = sum(n for _, n, _ in below)
    if not cases:
        return ""
    claimed = sum((low + 0.5) * n for low, n, _ in below) / TENTHS / cases
    right = sum(good for _, _, good in below) / cases
    told = gettext(TOO_LITTLE if right > claimed else TOO_MUCH)
    return told.format(claimed=f"{claimed:.0%}", right=f"{right:.0%}")


def _scored(kind: str, row: Mapping[str, float]) -> Scored:
    """A text that no entry is right for can have no right answer, only a wrong one."""
    negative = not row["first right"] and not row["in first three"]
    first, third = ("", "") if negative else (_share(row["first right"]), _share(row["in first three"]))
    return Scored(
        gettext(kind),
        counted(int(row["cases"])),
        first,
        third,
        _share(row["answered"]),
        _share(row["answered wrongly"]),
    )


def _share(value: float) -> str:
    return f"{value:.1%}"
