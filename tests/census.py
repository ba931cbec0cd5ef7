"""Our labelled census -> how often each failure was met, and when in a job, and in whose words; `make census`.

python -m tests.census            # prints what would change
python -m tests.census --write    # renews content/census.tsv and the entries' reported.txt
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from kb.catalogue.census import COLUMNS, SITUATIONS
from kb.catalogue.loading.content import ENTRY_FILE, REPORTED_FILE

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / "tests" / "cases" / "census.jsonl"
# Labels under which a failure was first met -> the entry that explains it now.
NAMES = ROOT / "tests" / "cases" / "census-names.tsv"
TABLE = ROOT / "content" / "census.tsv"
# Labels that say nothing of which failure it was.
UNTOLD = ("unknown", "own-bug")


def reports() -> list[dict]:
    """Every labelled report; `entries` are the entries that explain it, none where there is none yet."""
    today, known = names(), {path.parent.name for path in (ROOT / "content").glob("*/*/entry.md")}
    found = [json.loads(line) for line in REPORTS.read_text(encoding="utf-8").splitlines()]
    for report in found:
        slugs = today.get(report["label"], (report["label"],))
        report["entries"] = [slug for slug in slugs if slug in known]
    return found


def names() -> dict[str, tuple[str, ...]]:
    """Label -> the entries that explain it now."""
    lines = (line.split("\t") for line in NAMES.read_text(encoding="utf-8").splitlines())
    return {label: tuple(slugs.split(",")) for label, slugs in lines}


def table(found: Iterable[dict], date: str) -> str:
    """The text of census.tsv, without reports held back; of a report that two entries explain, the first is counted."""
    found = [report for report in found if not report.get("held_back")]
    counts: dict[str, Counter] = defaultdict(Counter)
    for report in found:
        for slug in report["entries"][:1]:
            counts[slug].update(("threads", report["situation"]))
    lines = ["\t".join(COLUMNS)]
    for slug in sorted(counts):
        cells = [counts[slug][name] for name in ("threads", *SITUATIONS)]
        lines.append("\t".join(map(str, (slug, *cells, len(found), date))))
    return "\n".join(lines) + "\n"


def described(found: Iterable[dict]) -> dict[str, str]:
    """Entry -> the text of its reported.txt: its reports but those held back, one a line, in the order of the file."""
    told: dict[str, list[str]] = defaultdict(list)
    for report in found:
        for slug in report["entries"] if not report.get("held_back") else ():
            told[slug].append(" ".join(report["text"].split()) + "\n")
    return {slug: "".join(dict.fromkeys(lines)) for slug, lines in told.items()}


def _write(found: list[dict], counted: str) -> None:
    TABLE.write_text(counted, encoding="utf-8")
    told = described(found)
    for path in sorted((ROOT / "content").glob(f"*/*/{ENTRY_FILE}")):
        beside = path.with_name(REPORTED_FILE)
        if path.parent.name in told:
            beside.write_text(told[path.parent.name], encoding="utf-8")
        else:
            beside.unlink(missing_ok=True)


def main() -> None:
    found = reports()
    text = table(found, max(report["date"] for report in found))
    if "--write" in sys.argv:
        _write(found, text)
    explained = sum(bool(report["entries"]) for report in found)
    print(f"{len(found)} reports, {explained} explained by {text.count(chr(10)) - 1} entries")


if __name__ == "__main__":
    main()
