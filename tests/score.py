"""Our labelled cases as a benchmark for any program that names such failures; the guide of the census says more.

python -m tests.score cases > cases.jsonl                # lines of {"id", "text"}: what the program is given
manage.py match --jsonl < cases.jsonl > answers.jsonl    # of {"id", "matches": [{"slug", "confident"}, …]}, best first
python -m tests.score answers.jsonl                      # the table

A held-back part is worth something once: whoever changes the catalogue after looking at its single cases spends it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.census import ROOT, UNTOLD, reports

CASES = Path(__file__).parent / "cases"
# Who wrote the words of a file's cases.
WORDS = {
    "described.jsonl": "makers",
    "mixed.jsonl": "makers",
    "unrelated.jsonl": "makers",
    "lines.jsonl": "programs",
    "runs.jsonl": "programs",
}
HELD_BACK = "reporters' words, held back"
COLUMNS = ("cases", "distinct", "has an entry", "right first", "among three", "among ten", "proven", "another proven")


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled text; `right` are the failures that explain it, with or without an entry, none where nothing does."""

    id: str
    text: str
    right: frozenset[str]
    groups: tuple[str, ...]


def cases() -> Iterator[Case]:
    for name, words in WORDS.items():
        for line in (CASES / name).read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            yield Case(told["id"], told["text"], frozenset((*told["labels"], *told["also"])), (f"{words}' words",))
    cited = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "content").glob("*/*/entry.md"))
    yield from (_of_census(report, cited) for report in reports())


def _of_census(report: Mapping, cited: str) -> Case:
    part = HELD_BACK if report.get("held_back") else "reporters' words"
    groups = [part, f"{part}: {report['kind']}"]
    groups += [f"{part}: sure"] * (report["sure"] == "high")
    groups += [f"{part}: decidable"] * report["decidable"]
    if report.get("held_back") and not any(there in cited for there in _addresses(report["source"])):
        groups.append(f"{part}: cited by no entry")
    right = () if report["label"] in UNTOLD else report["entries"] or (report["label"],)
    return Case(report["id"], report["text"], frozenset(right), tuple(groups))


def _addresses(source: str) -> tuple[str, ...]:
    """The addresses of a thread; owner/name#7 may be an issue, a pull request or a discussion."""
    repository, hash_sign, number = source.partition("#")
    if "://" in source or not hash_sign:
        return (source,)
    return tuple(f"github.com/{repository}/{kind}/{number}" for kind in ("issues", "pull", "discussions"))


def scored(case: Case, matches: Sequence[Mapping], known: frozenset[str]) -> tuple[bool, ...]:
    """One case's cells of COLUMNS but the first two."""
    order = [match["slug"] for match in matches]
    proven = next((match["slug"] for match in matches if match.get("confident")), None)
    among = [not case.right.isdisjoint(order[:most]) for most in (1, 3, 10)]
    return (
        not case.right.isdisjoint(known),
        *among,
        proven in case.right,
        proven is not None and proven not in case.right,
    )


def table(found: Iterable[tuple[Case, tuple[bool, ...]]]) -> str:
    """Markdown: a row for each group of cases, shares of its cases; what nothing explains stands apart."""
    rows: dict[str, list[tuple[Case, tuple[bool, ...]]]] = {}
    for case, cells in found:
        for group in case.groups if case.right else (f"{case.groups[0]}: nothing explains it",):
            rows.setdefault(group, []).append((case, cells))
    lines = [f"| | {' | '.join(COLUMNS)} |", "|---|" + "---:|" * len(COLUMNS)]
    for group, told in sorted(rows.items()):
        distinct = len({" ".join(case.text.split()) for case, _ in told})
        shares = (
            f"{100 * sum(column) / len(told):.1f} %" for column in zip(*(cells for _, cells in told), strict=True)
        )
        lines.append(f"| {group} | {len(told)} | {distinct} | {' | '.join(shares)} |")
    return "\n".join(lines)


def answers(path: Path) -> dict[str, Sequence[Mapping]]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["id"]: line["matches"] for line in lines}


def main(arguments: Sequence[str]) -> None:
    if arguments == ["cases"]:
        print("\n".join(json.dumps({"id": case.id, "text": case.text}, ensure_ascii=False) for case in cases()))
        return
    told = answers(Path(arguments[0]))
    known = frozenset(path.parent.name for path in (ROOT / "content").glob("*/*/entry.md"))
    asked = list(cases())
    print(table((case, scored(case, told[case.id], known)) for case in asked if case.id in told))
    if missing := sum(case.id not in told for case in asked):
        print(f"\n{missing} cases were not answered", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
