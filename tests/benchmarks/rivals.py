"""Side by side, in one run, on the same cases: we, and four other ways to find the entry for a text.

`make rivals` writes rivals.md beside this file. Each way runs in a process of its own, so that its memory is its own:

ours         the matcher; it may abstain, and does
whoosh       our word index alone (BM25F over titles, symptoms, messages and bodies): the best hit is the answer
fts5         SQLite's FTS5 (bm25) over the same text, every word of the case in one OR
regex loop   every signature as a regular expression, line by line; the last match wins, as in CI log classifiers
embeddings   all-MiniLM-L6-v2: the nearest passage by cosine (title with summary, each symptom, each message) to the
             beginning or the end of the case, whichever is nearer, because the model reads 256 tokens

Only ours and the loop of expressions can stay silent; the others get a chance to: a threshold on their own score.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.catalogue.schema.entry import Entry
from kb.catalogue.schema.holes import Hole, parts
from kb.diagnosis.matcher import Matcher
from kb.matching.words.index import index_of
from kb.matching.words.search import Words
from tests.accuracy import ROOT, Case, cases

RESULTS = Path(__file__).parent / "rivals.md"
# The interpreter that has the sentence embeddings; the Makefile says how it is built.
EMBEDDINGS_PYTHON = os.environ.get("EMBEDDINGS_PYTHON", sys.executable)
LONGEST_QUERY = 4000
WORD = re.compile(r"\w+")
HOLES = {"int": r"[+-]?\d+", "num": r"[+-]?[\d.]+(?:e[+-]?\d+)?", "hex": r"(?:0x)?[0-9a-fA-F]+"}
LOGS = ("real samples", "mangled samples", "runs of other versions", "mixed failures", "single lines")

# Text -> (slug, score), best first.
Finder = Callable[[str], list[tuple[str, float]]]


def passages_of(entry: Entry) -> list[str]:
    """An entry in pieces: what it is, each symptom, each message."""
    front = entry.front
    lines = [line for s in front.printed for line in s.lines if line not in s.absent]
    told = (f"{front.title}. {front.summary}", f"{front.zh.title}。{front.zh.summary}")
    return [*told, *front.symptoms.en, *front.symptoms.zh, *lines]


def words_of(entry: Entry) -> str:
    """What the rivals read of an entry: all that our own index reads."""
    return "\n".join((*passages_of(entry), *(section.markdown for section in entry.sections)))


def ours(catalogue: Catalogue) -> Finder:
    matcher = Matcher(catalogue)
    return lambda text: [(match.slug, match.score) for match in matcher.match_text(text).matches]


def whoosh(catalogue: Catalogue) -> Finder:
    index = Words(catalogue.by_slug, list(catalogue.by_slug), index_of(catalogue.entries))
    return lambda text: [(f.entry.slug, f.score) for f in index.search(text[:LONGEST_QUERY], 3)]


def fts5(catalogue: Catalogue) -> Finder:
    table = sqlite3.connect(":memory:")
    table.execute("create virtual table entries using fts5(slug unindexed, text, tokenize='porter unicode61')")
    table.executemany("insert into entries values (?, ?)", [(e.slug, words_of(e)) for e in catalogue])
    ask = "select slug, -bm25(entries) from entries where entries match ? order by 2 desc limit 3"

    def find(text: str) -> list[tuple[str, float]]:
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(WORD.findall(text[:LONGEST_QUERY])))
        return table.execute(ask, (query,)).fetchall() if query else []

    return find


def regex_loop(catalogue: Catalogue) -> Finder:
    patterns = [(e.slug, _expression(s.line)) for e in catalogue for s in e.front.printed if s.proof == "decisive"]

    def find(text: str) -> list[tuple[str, float]]:
        found: list[str] = []
        for line in text.split("\n"):
            found += [slug for slug, pattern in patterns if pattern.search(line)]
        return [(slug, 1.0) for slug in dict.fromkeys(reversed(found))][:3]

    return find


def _expression(line: str) -> re.Pattern:
    pieces = (HOLES.get(p.type, r".{0,200}?") if isinstance(p, Hole) else re.escape(p) for p in parts(line))
    return re.compile("".join(pieces))


RIVALS = {"ours": ours, "whoosh": whoosh, "fts5": fts5, "regex loop": regex_loop}


def run(name: str) -> dict:
    """One way over every case: what it found, milliseconds a case, and the memory that it added in MB."""
    catalogue, every = Catalogue.of(load(ROOT / "content")), list(cases())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    find = RIVALS[name](catalogue)
    built = time.perf_counter() - start
    start = time.perf_counter()
    found = [find(case.text)[:3] for case in every]
    taken = (time.perf_counter() - start) / len(every)
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    return {"found": found, "ms": taken * 1000, "memory": memory, "built": built}


def embeddings() -> dict:
    """The same from sentence embeddings, in an interpreter that has them."""
    catalogue = Catalogue.of(load(ROOT / "content"))
    task = {"entries": {e.slug: passages_of(e) for e in catalogue}, "cases": [case.text for case in cases()]}
    script = Path(__file__).with_name("embeddings.py")
    answer = subprocess.run(
        [EMBEDDINGS_PYTHON, str(script)], input=json.dumps(task).encode(), capture_output=True, check=True
    )
    return json.loads(answer.stdout)


def in_a_process(name: str) -> dict:
    command = [sys.executable, "-m", "tests.benchmarks.rivals", name]
    return json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)


def threshold(every: list[Case], found: list[list], most: float = 0.01) -> float:
    """The lowest score that at most `most` of the cases without an answer reach."""
    scores = sorted((f[0][1] for case, f in zip(every, found, strict=True) if not case.right and f), reverse=True)
    negatives = sum(not case.right for case in every)
    allowed = int(most * negatives)
    return scores[allowed] if len(scores) > allowed else 0.0


def row(name: str, result: dict, every: list[Case]) -> str:
    pairs = list(zip(every, result["found"], strict=True))
    positive = [(case, f) for case, f in pairs if case.right]
    logs = [(case, f) for case, f in positive if case.kind in LOGS]
    told = [(case, f) for case, f in positive if case.kind not in LOGS]
    bound = 0.7 if name == "ours" else threshold(every, result["found"])
    surely = (lambda score: score >= bound) if name == "ours" else (lambda score: score > bound)
    answered = [(case, f[0][0]) for case, f in pairs if f and surely(f[0][1])]
    right = sum(slug in case.right for case, slug in answered)
    wrong = len(answered) - right
    cells = [
        *(f"{_first(group):.1%}" for group in (logs, told)),
        f"{right / len(positive):.1%}",
        f"{wrong}",
        f"{result['ms']:.1f}",
        f"{result['memory']:.0f}",
        f"{result['built']:.1f}",
    ]
    return f"| {name} | {' | '.join(cells)} |"


def _first(group: list[tuple[Case, list]]) -> float:
    return sum(bool(f) and f[0][0] in case.right for case, f in group) / len(group)


PAGE = """# Side by side

Written by `make rivals`: {cases} cases (`tests/cases/`, {logs} logs and {told} descriptions with an entry, {none} texts
without one), {entries} entries, one run, every way in a process of its own. What each way is: rivals.py.

| way | logs, first | described, first | answered rightly | answered wrongly | ms a case | MB | s to build |
|---|---:|---:|---:|---:|---:|---:|---:|
{rows}

"First" counts what stands first, be it a guess. "Answered" is with the way's own threshold: ours is fixed at 0.7; each
other's is the lowest that answers at most one in a hundred of the texts without an entry here, which it could not know
in the field.

{cores} cores, load {load}, {date}.
"""


def main() -> None:
    if len(sys.argv) > 1:
        print(json.dumps(run(sys.argv[1])))
        return
    every = list(cases())
    results = {name: in_a_process(name) for name in RIVALS} | {"embeddings": embeddings()}
    positive = [case for case in every if case.right]
    text = PAGE.format(
        cases=len(every),
        logs=sum(case.kind in LOGS for case in positive),
        told=sum(case.kind not in LOGS for case in positive),
        none=len(every) - len(positive),
        entries=len(load(ROOT / "content").entries),
        rows="\n".join(row(name, result, every) for name, result in results.items()),
        cores=os.cpu_count(),
        load=", ".join(f"{value:.1f}" for value in os.getloadavg()),
        date=time.strftime("%Y-%m-%d"),
    )
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
