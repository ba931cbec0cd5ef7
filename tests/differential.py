"""How good the differential is on labelled reports, beside plain word search; and the fit of its weights.

python -m tests.differential [CASES.jsonl]      # the table, and how well the shares are calibrated
python -m tests.differential fit                # fits on our own census and described symptoms; prints new weights

Without the entries' reported.txt, and each part of the census with what words mean learned from the others alone: both
hold the words of these very reports.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.differential import weights
from kb.diagnosis.differential.shares import GROUNDS, NONE, prior, situation_fit
from kb.diagnosis.differential.signs import signs_in
from kb.diagnosis.matcher import Matcher
from kb.matching.words.meaning import senses
from tests.census import UNTOLD, reports
from tests.meaning.pairs import part_of
from tests.meaning.without import learned_without

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases"
KINDS = tuple(weights.KIND["stuck"])
SIGNS = tuple(weights.KIND)
EPOCHS, STEP, SHRINK = 25, 0.05, 0.002


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled report; `right` are the entries that explain it, none where there is none."""

    text: str
    kind: str
    right: frozenset[str]
    own: bool = False
    part: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """One case: was it answered, and rightly; else the candidates with their features, and those of "none of these"."""

    case: Case
    answered: bool | None
    slugs: tuple[str, ...] = ()
    features: tuple[tuple[float, ...], ...] = ()
    shares: tuple[float, ...] = ()
    plain: tuple[str, ...] = ()


def own_cases() -> list[Case]:
    """The census's decided reports but those held back; those without an entry are right with "none of these"."""
    told = [r for r in reports() if r["label"] not in UNTOLD and r["sure"] != "low" and not r.get("held_back")]
    return [Case(r["text"], r["kind"], frozenset(r["entries"]), own=True, part=part_of(r)) for r in told]


def cases_from(path: Path) -> list[Case]:
    """Lines with text, kind, labels and also; those whose label is a guess (sure: low) are left out."""
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        Case(c["text"], c["kind"], frozenset((*c["labels"], *(c.get("also") or ()))))
        for c in found
        if c.get("sure") != "low"
    ]


def all_judged(cases: Sequence[Case], catalogue: Catalogue) -> list[Judged]:
    """Each part by a matcher of its own, which learned nothing from it."""
    found = []
    for part in dict.fromkeys(case.part for case in cases):
        with patch("kb.matching.words.index.senses", partial(learned_without, part) if part else senses):
            matcher = Matcher(catalogue)
            found += [judged(case, matcher) for case in cases if case.part == part]
    return found


def judged(case: Case, matcher: Matcher) -> Judged:
    catalogue = matcher.catalogue
    with patch("kb.diagnosis.matcher.MOST_MATCHES", 100):
        answer = matcher.match_text(case.text)
    plain = tuple(item.entry.slug for item in matcher.finder.words.search(answer.query, limit=10))
    if answer.best:
        return Judged(case, answer.best.slug in case.right, plain=plain)
    signs = signs_in(answer.query, catalogue.situations)
    features = [_features(match, signs, catalogue, case) for match in answer.matches]
    none = [0.0] * (len(GROUNDS) + 4 + len(SIGNS) * len(KINDS)) + [1.0, float(answer.unexplained is not None)]
    shares = {c.slug: c.share for c in answer.differential.candidates} if answer.differential else {}
    slugs = (*(match.slug for match in answer.matches), NONE)
    return Judged(case, None, slugs, (*features, tuple(none)), tuple(shares.get(slug, 0.0) for slug in slugs), plain)


def _features(match, signs: frozenset[str], catalogue: Catalogue, case: Case) -> tuple[float, ...]:
    """In the order of `named`: what log_weight adds up, before its weights. A report does not count for itself."""
    census = catalogue.census
    threads = census.threads(match.slug)
    itself = case.own and match.slug in case.right and threads
    log_prior = math.log(prior(match.slug, census))
    if itself:
        log_prior += math.log((threads - 1 + weights.UNMET) / (threads + weights.UNMET))
    grounds = [max((g.score for g in match.grounds if g.kind == kind), default=0.0) for kind, _ in GROUNDS]
    kinds = [
        float(sign in (weights.ALWAYS, *signs) and match.entry.front.kind == kind) for sign in SIGNS for kind in KINDS
    ]
    fit = situation_fit(match.slug, signs, census)
    return (
        log_prior,
        *grounds,
        math.sqrt(match.likeness / weights.USUAL_LIKENESS),
        match.meaning,
        fit,
        *kinds,
        0.0,
        0.0,
    )


def named() -> tuple[str, ...]:
    kinds = (f"{sign}:{kind}" for sign in SIGNS for kind in KINDS)
    return (
        "PRIOR",
        *(kind for kind, _ in GROUNDS),
        "LIKENESS",
        "MEANING",
        "SITUATION",
        *kinds,
        "NONE",
        "UNKNOWN_EXCEPTION",
    )


def fitted(found: Sequence[Judged], start: Sequence[float]) -> list[float]:
    """Maximum likelihood by stochastic gradient descent (Adam), a little pulled to zero."""
    chance, told = random.Random(1), [one for one in found if one.features]  # noqa: S311
    now, mean, square, steps = list(start), [0.0] * len(start), [0.0] * len(start), 0
    for _ in range(EPOCHS):
        chance.shuffle(told)
        for one in told:
            steps += 1
            slope = _slope(one, now)
            for at, value in enumerate(slope):
                value += SHRINK * now[at]
                mean[at] = 0.9 * mean[at] + 0.1 * value
                square[at] = 0.999 * square[at] + 0.001 * value * value
                rate = STEP / math.sqrt(1 + steps / 500)
                corrected = mean[at] / (1 - 0.9**steps), square[at] / (1 - 0.999**steps)
                now[at] -= rate * corrected[0] / (math.sqrt(corrected[1]) + 1e-8)
    return now


def _slope(one: Judged, now: Sequence[float]) -> list[float]:
    logs = [sum(w * x for w, x in zip(now, row, strict=True)) for row in one.features]
    top = max(logs)
    odds = [math.exp(log - top) for log in logs]
    total = sum(odds)
    right = [slug in one.case.right for slug in one.slugs]
    if not any(right):
        right[-1] = True
    wanted = [flag / sum(right) for flag in right]
    slope = [0.0] * len(now)
    for row, share, aim in zip(one.features, odds, wanted, strict=True):
        for at, value in enumerate(row):
            if value:
                slope[at] += (share / total - aim) * value
    return slope


def table(found: Iterable[Judged]) -> str:
    """Right entry first, among three and ten: plain BM25 beside the differential, for reports that have an entry."""
    rows = ["| | cases | words first | words three | first | three | ten |", "|---|---:|---:|---:|---:|---:|---:|"]
    have = [one for one in found if one.case.right]
    for kind in ("all", "prose", "log", "line"):
        chosen = [one for one in have if kind in ("all", one.case.kind)]
        shares = [_share(chosen, test) for test in (_plain(1), _plain(3), _ordered(1), _ordered(3), _ordered(10))]
        rows.append(f"| {kind} | {len(chosen)} | {' | '.join(shares)} |")
    return "\n".join(rows)


def _share(found: Sequence[Judged], test) -> str:
    return f"{sum(map(test, found)) / max(len(found), 1):.1%}"


def _plain(most: int):
    return lambda one: bool(one.case.right & set(one.plain[:most]))


def _ordered(most: int):
    def right(one: Judged) -> bool:
        if one.answered is not None:
            return one.answered
        order = [slug for slug in one.slugs if slug != NONE]
        return bool(one.case.right & set(order[:most]))

    return right


def calibration(found: Iterable[Judged]) -> str:
    """Shares in bins: how many, their mean, and how often they were right."""
    pairs = [
        (share, slug in one.case.right or (slug == NONE and not one.case.right))
        for one in found
        for slug, share in zip(one.slugs, one.shares, strict=True)
        if share
    ]
    rows = ["| share | candidates | mean | right |", "|---|---:|---:|---:|"]
    for low, high in ((0, 0.05), (0.05, 0.1), (0.1, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01)):
        inside = [(share, right) for share, right in pairs if low <= share < high]
        if inside:
            mean, right = (sum(values) / len(inside) for values in zip(*inside, strict=True))
            rows.append(f"| {low:.0%} to {min(high, 1):.0%} | {len(inside)} | {mean:.1%} | {right:.1%} |")
    return "\n".join(rows)


def main(arguments: Sequence[str]) -> None:
    content = load(ROOT / "content")
    content.entries = [replace(entry, reported=()) for entry in content.entries]
    catalogue = Catalogue.of(content)
    if arguments == ["fit"]:
        described = [case for n, case in enumerate(cases_from(CASES / "described.jsonl")) if n % 2 == 0]
        found = all_judged(own_cases() + 3 * described, catalogue)
        start = [0.5, *(weight for _, weight in GROUNDS), weights.LIKENESS, weights.MEANING, weights.SITUATION]
        start += [weights.KIND[sign][kind] for sign in SIGNS for kind in KINDS] + [weights.NONE, 1.4]
        for name, value in zip(named(), fitted(found, start), strict=True):
            print(f"{name:24} {value:6.2f}")
        return
    cases = cases_from(Path(arguments[0])) if arguments else own_cases()
    found = all_judged(cases, catalogue)
    print(table(found), calibration(found), sep="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
