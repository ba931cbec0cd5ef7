"""`rankdown triage` on a made history whose failures and bad nodes are known; `make triage-bench` writes triage.md.

No test asserts any of these figures: they are measured, read and compared by people. JOBS and BYTES set the size.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kb import environment
from kb.catalogue.catalogue import Catalogue
from kb.library import Library
from kb.triage.answers.row import Row
from kb.triage.figures.figures import figures
from tests.benchmarks.cost import Cost, cost
from tests.benchmarks.history import BAD, NODES, History, Truth, write_mixed, write_zstd
from tests.benchmarks.speed import literals

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "triage.md"
JOBS = int(os.environ.get("JOBS", "2000"))
BYTES = int(os.environ.get("BYTES", "1000000000"))
MEGABYTE = 1_000_000


def triage(logs: Path, out: Path, processes: int) -> Cost:
    return cost(
        [sys.executable, "-m", "kb.terminal", "triage", str(logs), "-o", str(out), "--processes", str(processes)]
    )


def grep(logs: Path, words: Path) -> Cost:
    line = f"find {logs} -name '*.zst' -print0 | xargs -0 zstd -dcq | LC_ALL=C grep -c -F -f {words}"
    return cost(["bash", "-c", line])


def rows_in(out: Path) -> list[Row]:
    return [msgspec.json.decode(line, type=Row) for line in (out / "jobs.jsonl").read_bytes().splitlines()]


def by_number(rows: Sequence[Row]) -> dict[int, Row]:
    found = {int(re.search(r"\d{6}", row.job)[0]): row for row in rows}
    assert len(found) == len(rows), "two rows for one job"
    return found


def judged(truths: Sequence[Truth], rows: Sequence[Row], history: History) -> list[tuple[str, str]]:
    """What was right, as (what, share)."""
    told = by_number(rows)
    injected = [truth for truth in truths if truth.slug]
    right = sum(told[t.number].confident and told[t.number].slug == t.slug for t in injected)
    wrong = sum(told[t.number].confident and told[t.number].slug != t.slug for t in injected)
    unknown = [truth for truth in truths if truth.unknown]
    seen = sum(told[t.number].state == "unknown" for t in unknown)
    clean = [truth for truth in truths if not truth.slug and not truth.unknown]
    quiet = sum(told[t.number].state == "clean" for t in clean)
    known = sum(set(told[t.number].nodes) == set(t.nodes) for t in truths)
    shown = figures(rows)
    named = [node.name for node in shown.nodes if node.stands_out]
    return [
        ("jobs, each with exactly one row", f"{len(rows):,} of {len(truths):,}"),
        ("jobs with an injected failure: the right entry", share(right, len(injected))),
        ("… another entry", share(wrong, len(injected))),
        ("jobs with an error that no entry has: called unknown", share(seen, len(unknown))),
        ("… in how many shapes, of five put in", str(sum(s.count > 1 for s in shown.shapes))),
        ("jobs in which nothing failed: called clean", share(quiet, len(clean))),
        (
            "jobs whose nodes are all known, and no others (some samples name a host of their own)",
            share(known, len(truths)),
        ),
        (f"bad nodes found, of {BAD} among {NODES}", str(len(set(named) & set(history.bad)))),
        ("innocent nodes named", str(len(set(named) & set(history.nodes) - set(history.bad)))),
    ]


def share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f}% ({part:,} of {whole:,})"


def main() -> None:
    catalogue = Library(environment.CONTENT_DIR, follow=False).current().catalogue
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        text = report(Path(name), catalogue)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def report(folder: Path, catalogue: Catalogue) -> str:
    for name in ("mixed", "packed", "empty"):
        (folder / name).mkdir()
    (folder / "empty" / "one.log").write_text("step 1\n")
    print("making the history", file=sys.stderr)
    history = History(catalogue, JOBS, BYTES)
    truths = write_mixed(history, folder / "mixed")
    write_zstd(History(catalogue, JOBS, BYTES, seed=2), folder / "packed")
    words = folder / "words"
    words.write_text("\n".join(literals(catalogue)) + "\n", encoding="utf-8")
    print("triage, in every way that logs are kept", file=sys.stderr)
    mixed = triage(folder / "mixed", folder / "out", 2)
    quality = judged(truths, rows_in(folder / "out"), history)
    print("triage against zstd | grep, one process and two", file=sys.stderr)
    start = triage(folder / "empty", folder / "out-empty", 1)
    piped, one, two = (
        grep(folder / "packed", words),
        triage(folder / "packed", folder / "out-one", 1),
        triage(folder / "packed", folder / "out-two", 2),
    )
    size = sum(row.bytes for row in rows_in(folder / "out-one"))
    own = one.cpu - start.cpu
    faster = (one.wall - start.wall) / (two.wall - start.wall)
    ratios = [
        ("processor seconds a byte", "`zstd -dc` into `grep -F -f`", f"{own / piped.cpu:.1f}"),
        ("processor seconds with two processes", "with one", f"{two.cpu / one.cpu:.2f}"),
        ("speed by the clock with two processes", "with one", f"{faster:.2f}"),
    ]
    seen = [
        ("MB a second of one core, unpacked", f"{size / MEGABYTE / own:.0f}"),
        ("`zstd -dc` into `grep -F -f`, the same", f"{size / MEGABYTE / piped.cpu:.0f}"),
        ("processor milliseconds a job", f"{1000 * own / JOBS:.1f}"),
        ("largest process, MB", f"{max(mixed.memory, two.memory) / MEGABYTE:.0f}"),
        ("start and report of a single log, processor seconds", f"{start.cpu:.1f}"),
    ]
    return PAGE.format(
        jobs=JOBS,
        gigabytes=size / 1e9,
        quality="\n".join(f"| {what} | {value} |" for what, value in quality),
        ratios="\n".join(f"| {what} | {against} | {value} |" for what, against, value in ratios),
        seen="\n".join(f"| {what} | {value} |" for what, value in seen),
        cores=os.cpu_count(),
        load=", ".join(f"{value:.1f}" for value in os.getloadavg()),
        nice=os.nice(0),
        python=platform.python_version(),
        date=time.strftime("%Y-%m-%d"),
    )


PAGE = """# Triage

Written by `make triage-bench` (`JOBS=…`, `BYTES=…`): a made history of {jobs:,} jobs, {gigabytes:.1f} GB of logs
unpacked, in which failures and bad nodes were put on purpose. What was put in are those of the catalogue's own samples
that prove their entry by themselves: this measures whether logs are found, unpacked, grouped and read without loss, not
how good the signatures are. A host that only a sample names is no node of the cluster.

| kept in every way: plain, four compressions, archives, a file a rank, torchrun's folders, pods | |
|---|---:|
{quality}

| one .zst a job | against | ratio |
|---|---|---:|
{ratios}

| seen here | |
|---|---:|
{seen}

The start is taken off. The clock says little where others use the machine too: load {load} on {cores} cores, at
niceness {nice}. Python {python}, {date}.
"""

if __name__ == "__main__":
    main()
