"""Scores the matcher on our own cases; `make accuracy` writes the README's table and the calibration plot.

python -m tests.accuracy            # prints the table
python -m tests.accuracy --write    # also renews the README, what the site shows, and tests/cases/
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from tests import score
from tests.mangling import MANGLINGS

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases"
RECORDED = CASES / "recorded.json"
KNOWN_WRONG = CASES / "known_wrong.jsonl"
# What the site shows of it.
SHOWN = ROOT / "content" / "accuracy.json"
PLOT = ROOT / "static" / "calibration.svg"
BETWEEN = re.compile(r"(?<=<!-- accuracy -->\n).*?(?=<!-- /accuracy -->)", re.DOTALL)
COLUMNS = ("cases", "first right", "in first three", "answered", "answered wrongly")
BINS = 10
# The files of tests/cases/ and what the table calls their cases; one without a right answer is "unrelated".
FILES = {
    "described": "symptoms",
    "runs": "runs of other versions",
    "mixed": "mixed failures",
    "lines": "single lines",
    "unrelated": "unrelated",
}


@dataclass(frozen=True, slots=True)
class Case:
    """A text with the entries that are right for it; none means that no answer is the right answer."""

    id: str
    kind: str
    text: str
    right: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the matcher made of a case; `got` is what it put first, "" for nothing."""

    case: Case
    kind: str
    got: str
    negative: bool
    first: bool
    third: bool
    answered: bool
    score: float


def cases() -> Iterator[Case]:
    """Samples, the same mangled in two ways each, symptoms in our own words, mixed, unrelated and healthy logs.

    A file of collect is sent as it was written: it is not mangled.
    """
    names, n = list(MANGLINGS), 0
    for path in sorted((ROOT / "content").glob("*/*/samples/*.log")):
        text, slug = path.read_text(encoding="utf-8"), path.parents[1].name
        yield Case(f"{slug}/{path.name}", "real samples", text, frozenset({slug}))
        if text.startswith("rankdown-collect "):
            continue
        for name in (names[n % len(names)], names[(n + len(names) // 2) % len(names)]):
            mangled = MANGLINGS[name](text)
            yield Case(f"{slug}/{path.name}: {name}", "mangled samples", mangled, frozenset({slug}))
        n += 1
    for name, kind in FILES.items():
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            right = frozenset(case["labels"] + case["also"])
            suffix = f", {'Chinese' if case['lang'] == 'zh' else 'English'}" if name == "described" else ""
            yield Case(case["id"], kind + suffix if right else "unrelated", case["text"], right)
    for path in sorted((ROOT / "tests" / "healthy").glob("*.log")):
        yield Case(path.name, "healthy logs", path.read_text(encoding="utf-8"), frozenset())


def outcome(matcher: Matcher, case: Case) -> Outcome:
    answer = matcher.match_text(case.text)
    slugs = [match.slug for match in answer.matches]
    return Outcome(
        case=case,
        kind=case.kind,
        got=slugs[0] if slugs else "",
        negative=not case.right,
        first=bool(slugs) and slugs[0] in case.right,
        third=bool(set(slugs[:3]) & case.right),
        answered=answer.best is not None,
        score=answer.matches[0].score if slugs else 0.0,
    )


def figures(outcomes: list[Outcome]) -> dict[str, dict[str, float]]:
    """Kind -> its numbers, shares rounded to three places; for negatives an answer is a wrong answer."""
    rows: dict[str, dict[str, float]] = {}
    for kind in dict.fromkeys(o.kind for o in outcomes):
        own = [o for o in outcomes if o.kind == kind]
        wrong = sum(o.answered and not o.first for o in own)
        shares = [sum(o.first for o in own), sum(o.third for o in own), sum(o.answered for o in own), wrong]
        rows[kind] = {"cases": len(own)} | {
            name: round(share / len(own), 3) for name, share in zip(COLUMNS[1:], shares, strict=True)
        }
    return rows


def table(rows: dict[str, dict[str, float]]) -> str:
    lines = [f"| | {' | '.join(COLUMNS)} |", "|---|" + "---:|" * len(COLUMNS)]
    for kind, row in rows.items():
        negative = kind in ("unrelated", "healthy logs")
        cells = [str(row["cases"]), *("" if negative and c in COLUMNS[1:3] else f"{row[c]:.1%}" for c in COLUMNS[1:])]
        lines.append(f"| {kind} | {' | '.join(cells)} |")
    return "\n".join(lines)


def known_wrong(outcomes: list[Outcome]) -> list[dict]:
    """The cases, as they stand, whose first answer is wrong, with what is wanted."""
    wrong = [o for o in outcomes if not o.negative and not o.first and o.kind != "mangled samples"]
    return [{"id": o.case.id, "wanted": sorted(o.case.right), "got": o.got, "answered": o.answered} for o in wrong]


def calibration(outcomes: list[Outcome], least: float = 0.9) -> str:
    """How many of the answers that claim to be nearly certain are right."""
    sure = [o for o in outcomes if o.score >= least]
    right = sum(o.first for o in sure)
    return f"Of {len(sure)} answers given at {least} or more, {right} were right ({right / len(sure):.1%})."


def bins(outcomes: list[Outcome]) -> list[tuple[int, int, int]]:
    """(tenth of the score, cases, cases that were right)."""
    count, right = Counter(), Counter()
    for o in outcomes:
        if o.score > 0:
            place = min(int(o.score * BINS), BINS - 1)
            count[place] += 1
            right[place] += o.first
    return [(place, count[place], right[place]) for place in sorted(count)]


def shown(outcomes: list[Outcome], date: str, least: float = 0.9) -> dict:
    """What the site's page on trust reads."""
    sure = [o.first for o in outcomes if o.score >= least]
    told = {"answers": len(sure), "right": sum(sure)}
    return {"date": date, "kinds": figures(outcomes), "sure": told, "bins": bins(outcomes)}


def field(matcher: Matcher) -> dict[str, float]:
    """What the public reports that were held back get; those that nothing explains are left out."""
    asked = [case for case in score.cases() if case.right and score.HELD_BACK in case.groups]
    known, cells = frozenset(matcher.catalogue.by_slug), []
    for case in asked:
        found = matcher.match_text(case.text).matches
        cells.append(score.scored(case, [{"slug": m.slug, "confident": m.confident} for m in found], known))
    shares = [round(sum(column) / len(asked), 3) for column in zip(*cells, strict=True)]
    return {"reports": len(asked), **dict(zip(score.COLUMNS[2:], shares, strict=True))}


def plot(outcomes: list[Outcome]) -> str:
    """Reliability: for each tenth of the score, the share that was right; the line is where it should be."""
    dots = []
    for place, count, right in bins(outcomes):
        dots.append(_dot(40 + 32 * (place + 0.5), 360 - 320 * right / count, count))
    axis = '<path d="M40 40V360H360M40 360L360 40" fill="none" stroke="#888"/>'
    # The words stand beside it, in the reader's language; the colours can be read on white and on black.
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img">'
        "<title>Reliability: score given against share that was right</title>"
        '<g fill="#12897a" font-family="sans-serif" font-size="12" text-anchor="middle">'
        f"{axis}{_ticks()}{''.join(dots)}</g></svg>\n"
    )


def _dot(x: float, y: float, count: int) -> str:
    """With its number on the side where the line is not, which goes up from (40, 360)."""
    over = y <= 400 - x
    told = f'x="{x:.0f}" y="{y - 10:.0f}"' if over else f'x="{x + 9:.0f}" y="{y - 4:.0f}" text-anchor="start"'
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6"/><text {told}>{count}</text>'


def _ticks() -> str:
    """0, 0.5 and 1 on both axes."""
    places = ((value, 40 + 320 * value) for value in (0, 0.5, 1))
    return "".join(
        f'<path d="M{at:.0f} 360v5M40 {400 - at:.0f}h-5" fill="none" stroke="#888"/>'
        f'<text x="{at:.0f}" y="380">{value}</text><text x="30" y="{404 - at:.0f}" text-anchor="end">{value}</text>'
        for value, at in places
    )


def measured(matcher: Matcher) -> list[Outcome]:
    return [outcome(matcher, case) for case in cases()]


def main() -> None:
    matcher = Matcher(Catalogue.of(load(ROOT / "content")))
    outcomes = measured(matcher)
    rows = figures(outcomes)
    text = f"{table(rows)}\n\n{calibration(outcomes)}"
    print(text)
    if "--write" in sys.argv:
        RECORDED.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        today = datetime.now(UTC).date().isoformat()
        told = shown(outcomes, today) | {"field": field(matcher)}
        SHOWN.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        PLOT.write_text(plot(outcomes), encoding="utf-8")
        lines = (json.dumps(case, ensure_ascii=False) for case in known_wrong(outcomes))
        KNOWN_WRONG.write_text("\n".join(lines) + "\n", encoding="utf-8")
        readme = ROOT / "README.md"
        readme.write_text(BETWEEN.sub(lambda _: f"\n{text}\n\n", readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
