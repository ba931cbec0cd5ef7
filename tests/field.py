"""python -m tests.field: how often the reports that are held back are answered rightly, by what they are.

A held-back part is worth something once: whoever changes the catalogue after looking at its single cases spends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loader import load
from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from tests.census import ROOT, reports

UNTOLD = ("unknown", "own-bug")
COLUMNS = ("reports", "has an entry", "right first", "among three", "among ten", "proven", "another proven")


@dataclass(frozen=True, slots=True)
class Report:
    """One labelled report; `right` are the labels that explain it, with or without an entry, none for unknown ones."""

    text: str
    right: frozenset[str]
    groups: tuple[str, ...]


def held_back() -> list[Report]:
    cited = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "content").glob("*/*/entry.md"))
    return [_of_census(report, cited) for report in reports() if report.get("held_back")]


def _of_census(report: Mapping, cited: str) -> Report:
    groups = (report["kind"], "sure" if report["sure"] == "high" else "less sure")
    if report["decidable"]:
        groups += ("decidable",)
    if not any(address in cited for address in _addresses(report["source"])):
        groups += ("cited by no entry",)
    right = () if report["label"] in UNTOLD else report["entries"] or (report["label"],)
    return Report(report["text"], frozenset(right), groups)


def _addresses(source: str) -> tuple[str, ...]:
    """The address of a thread; owner/name#7 may be an issue, a pull request or a discussion."""
    repository, hash_sign, number = source.partition("#")
    if "://" in source or not hash_sign:
        return (source,)
    return tuple(f"github.com/{repository}/{kind}/{number}" for kind in ("issues", "pull", "discussions"))


def scored(report: Report, answer: Answer, known: Callable[[str], bool]) -> tuple[bool, ...]:
    """One report's cells of COLUMNS."""
    proven = [match.slug for match in answer.matches if match.confident][:1]
    guessed = [c.slug for c in answer.differential.candidates if c.slug] if answer.differential else []
    order = list(dict.fromkeys([*proven, *guessed, *(match.slug for match in answer.matches)]))
    among = [not report.right.isdisjoint(order[:most]) for most in (1, 3, 10)]
    right = not report.right.isdisjoint(proven)
    return (True, any(map(known, report.right)), *among, right, bool(proven) and not right)


def table(found: Iterable[tuple[Report, tuple[bool, ...]]]) -> str:
    """Markdown: a row for all reports, and for each group of them; shares of the reports."""
    rows: dict[str, list[tuple[bool, ...]]] = {"all": []}
    for report, cells in found:
        for group in ("all", *report.groups):
            rows.setdefault(group, []).append(cells)
    lines = [f"| | {' | '.join(COLUMNS)} |", "|---|" + "---:|" * len(COLUMNS)]
    for group, told in rows.items():
        count, *others = (sum(column) for column in zip(*told, strict=True))
        lines.append(f"| {group} | {count} | " + " | ".join(f"{100 * n / count:.0f} %" for n in others) + " |")
    return "\n".join(lines)


def main() -> None:
    cases = held_back()
    matcher = Matcher(Catalogue.of(load(ROOT / "content")))
    known = {entry.slug for entry in matcher.catalogue} | set(matcher.catalogue.aliases)
    answers = [(case, matcher.match_text(case.text)) for case in cases]
    told = [(case, scored(case, answer, known.__contains__)) for case, answer in answers if case.right]
    print(table(told) if told else "no report with a known failure")
    unknown = [answer for case, answer in answers if not case.right]
    print(f"\n{sum(bool(answer.best) for answer in unknown)} of {len(unknown)} unknown ones answered")


if __name__ == "__main__":
    main()
