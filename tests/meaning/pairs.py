"""What is learned from: the words of every symptom and of every labelled report, and the entries that they belong to.

python -m tests.meaning.pairs [--without I,H] | .venv-runner/bin/python tests/meaning/learn.py > meaning.json

The first half needs the site's packages, the second torch; `make meaning` runs both. Without the reports of some parts
of the census, what is learned can be judged on just these.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kb.catalogue.loading.loader import load
from kb.matching.words.index import stemmed, telling
from kb.matching.words.meaning import phrases
from tests.census import reports

ROOT = Path(__file__).parents[2]


def phrases_of_entries() -> Iterator[dict]:
    """{"terms": […], "entries": [slug], "phrase": true} for each title and symptom, in both languages."""
    stem = lru_cache(None)(stemmed)
    for entry in load(ROOT / "content").entries:
        for phrase in phrases(entry):
            yield {"terms": telling(phrase, stem), "entries": [entry.slug], "phrase": True}


def reported(without: str = "") -> Iterator[dict]:
    """The same for the census's explained reports, but those held back and those of the parts in `without`."""
    stem = lru_cache(None)(stemmed)
    for report in reports():
        if report["entries"] and not report.get("held_back") and part_of(report) not in without:
            terms = telling(report["text"], stem)
            yield {"terms": terms, "entries": sorted(report["entries"]), "phrase": False}


def part_of(report: dict) -> str:
    """The letter of the part of the census: I of census-I2955."""
    return report["id"].split("-")[1][0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--without", default="", metavar="PARTS", help="parts of the census to leave out, such as H,I")
    told = parser.parse_args()
    for pair in (*phrases_of_entries(), *reported(told.without)):
        print(json.dumps(pair, ensure_ascii=False))


if __name__ == "__main__":
    main()
