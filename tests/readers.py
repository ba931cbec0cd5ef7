"""Simulated readers who do the checks that the differential asks for: how often it leads them to the right entry.

python -m tests.readers [CASES.jsonl] [--seed N]    # our own census, else lines with text, kind, labels and also

A reader's job has the failure that the case is labelled with. What each check shows him is drawn by what its outcomes
say of that failure; one answer of ten is "can't tell", and so is every check that his job's state does not allow.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.catalogue.schema.check import COULD_NOT, Check
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.asking import can_be_done, likelihoods
from kb.diagnosis.differential.differential import Differential, narrowed
from kb.diagnosis.matcher import Matcher
from tests.census import names
from tests.differential import Case, cases_from, own_cases

CONTENT = Path(__file__).parents[1] / "content"
MOST_ASKED = 3
# Readers of each case: what they see differs.
OF_EACH = 20
CANNOT_TELL = 0.1


@dataclass(frozen=True, slots=True)
class Led:
    """Where one reader stood before the first check and after each: the place of the right entry, 0 where it has none.

    `proved` where a line had decided it before anything was asked; `minutes` are those of the checks that he did.
    """

    kind: str
    places: tuple[int, ...]
    proved: bool
    minutes: int = 0


def renamed(case: Case) -> Case:
    """The case with the names that its labels have today."""
    today = names()
    return replace(case, right=frozenset(slug for label in case.right for slug in today.get(label, (label,))))


def led(case: Case, answer: Answer, catalogue: Catalogue, chance: random.Random) -> Led:
    """Lets one reader read the answer to his case and do what it asks."""
    if answer.best or answer.differential is None:
        right = bool(answer.best) and answer.best.slug in case.right
        return Led(case.kind, (int(right),) * (MOST_ASKED + 1), proved=True)
    found = answer.differential
    true = _true(case, found, catalogue)
    given: list[tuple[str, str]] = []
    places, minutes = [_place(found, case)], 0
    for _ in range(MOST_ASKED):
        if found.asked:
            check = found.asked.check
            minutes += check.front.minutes
            given.append((check.slug, seen(check, true, chance)))
            found = narrowed(found, given, catalogue)
        places.append(_place(found, case))
    return Led(case.kind, tuple(places), proved=False, minutes=minutes)


def seen(check: Check, true: Entry | None, chance: random.Random) -> str:
    """How the check ends for a reader whose job has this failure."""
    if chance.random() < CANNOT_TELL or (true and not can_be_done(check, true.front.kind)):
        return COULD_NOT
    told = likelihoods(check, true.slug if true else "")
    return chance.choices(list(told), list(told.values()))[0]


def _true(case: Case, found: Differential, catalogue: Catalogue) -> Entry | None:
    """Of several labels the one that is a candidate, so that the reader's job has one failure."""
    known = [candidate.slug for candidate in found.candidates if candidate.slug in case.right]
    return catalogue.by_slug.get(next(iter([*known, *sorted(case.right)]), ""))


def _place(found: Differential, case: Case) -> int:
    named = [candidate.slug for candidate in found.candidates if candidate.entry]
    return next((n for n, slug in enumerate(named, 1) if slug in case.right), 0)


def table(readers: Sequence[Led]) -> str:
    """First right, and among three, before any check and after each."""
    heads = ["before", *(f"after {n}" for n in range(1, MOST_ASKED + 1))]
    rows = [f"| | readers | {' | '.join(heads)} | three, before | three, after 2 | minutes |", "|---|" + "---:|" * 8]
    for kind in ("all", "prose", "log", "line", "nothing proved"):
        chosen = [one for one in readers if kind in ("all", one.kind) or (kind == "nothing proved" and not one.proved)]
        if chosen:
            first = [_share(one.places[n] == 1 for one in chosen) for n in range(MOST_ASKED + 1)]
            three = [_share(0 < one.places[n] <= 3 for one in chosen) for n in (0, 2)]
            minutes = sum(one.minutes for one in chosen) / len(chosen)
            rows.append(f"| {kind} | {len(chosen)} | {' | '.join((*first, *three))} | {minutes:.1f} |")
    return "\n".join(rows)


def _share(found) -> str:
    found = list(found)
    return f"{sum(found) / len(found):.1%}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.readers", description=__doc__.split("\n")[0])
    parser.add_argument("cases", nargs="?", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)  # noqa: S311
    cases = list(map(renamed, cases_from(options.cases))) if options.cases else own_cases()
    matcher = Matcher(Catalogue.of(load(CONTENT)))
    told = [(case, matcher.match_text(case.text)) for case in cases if case.right]
    print(table([led(*one, matcher.catalogue, chance) for one in told for _ in range(OF_EACH)]))


if __name__ == "__main__":
    main()
