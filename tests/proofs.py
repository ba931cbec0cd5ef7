"""Our labelled census, matched -> what the reports that an entry proves really were; part of `make census`.

python -m tests.proofs            # prints what names another failure most often
python -m tests.proofs --write    # renews content/proofs.tsv
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.catalogue.proofs import COLUMNS, NO_ENTRY
from kb.diagnosis.matcher import Matcher
from tests.census import ROOT, UNTOLD, reports

TABLE = ROOT / "content" / "proofs.tsv"


def counted(found: Iterable[dict], matcher: Matcher) -> dict[str, Counter]:
    """Slug proved -> what it was, in how many reports; guesses and what is held back count for nothing."""
    counts: dict[str, Counter] = defaultdict(Counter)
    for report in found:
        if report["label"] in UNTOLD or report["sure"] == "low" or report.get("held_back"):
            continue
        best = matcher.match([("", report["text"])], keep=False, guess=lambda _: False).best
        if best:
            right = report["entries"]
            counts[best.slug][best.slug if best.slug in right else next(iter(right), NO_ENTRY)] += 1
    return counts


def table(counts: Mapping[str, Counter]) -> str:
    """The text of proofs.tsv: what is right first, then the commonest."""
    lines = ["\t".join(COLUMNS)]
    for slug in sorted(counts):
        order = sorted(counts[slug].items(), key=lambda item: (item[0] != slug, -item[1], item[0]))
        lines += (f"{slug}\t{was}\t{n}" for was, n in order)
    return "\n".join(lines) + "\n"


def main() -> None:
    counts = counted(reports(), Matcher(Catalogue.of(load(ROOT / "content"))))
    if "--write" in sys.argv:
        TABLE.write_text(table(counts), encoding="utf-8")
    total, right = sum(map(Counter.total, counts.values())), sum(was[slug] for slug, was in counts.items())
    print(f"{right} of {total} reports that a line proves are of that failure")
    for slug, was in sorted(counts.items(), key=lambda item: item[1][item[0]] - item[1].total())[:12]:
        print(f"  {slug}: {was[slug]} of {was.total()}")


if __name__ == "__main__":
    main()
