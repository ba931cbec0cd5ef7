"""How fast a match is, as ratios against grep in the same run; `make bench` writes results.md beside this file.

No test asserts any of these figures: they are measured, read and compared by people.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.holes import Hole, parts
from kb.catalogue.loader import load
from kb.matching.compact import Compact
from kb.matching.pipeline import Matcher
from kb.matching.signatures import SignatureDatabase

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "results.md"
ROUNDS = 7
MEGABYTE = 1_000_000
SYNTHETIC = 10_000


def eight_ranks(size: int) -> str:
    """An eight-rank log of ordinary progress with one real failure at its end."""
    line = (
        "[rank{r}]: 2026-11-21 09:{m:02d}:{s:02d},123 INFO trainer: step {n} loss {x:.4f} grad_norm {y:.3f} lr 1e-05\n"
    )
    one = len(line.format(r=1, m=1, s=1, n=10_000, x=1.0, y=1.0))
    progress = "".join(
        line.format(r=n % 8, m=n // 60 % 60, s=n % 60, n=n, x=n * 0.37 % 9, y=n * 0.11 % 3) for n in range(size // one)
    )
    samples = sorted((ROOT / "content/nccl/nccl-watchdog-timeout/samples").glob("*.log"))
    return progress + samples[0].read_text(encoding="utf-8")


def literals(catalogue: Catalogue) -> list[str]:
    lines = (line for entry in catalogue for s in entry.front.signatures for line in (s.line, *s.together))
    pieces = {p.strip() for line in lines for p in parts(line) if not isinstance(p, Hole)}
    return sorted(piece for piece in pieces if len(piece) >= 8)


def seconds(work: Callable[[], object]) -> float:
    """The median of several rounds, after one that warms up."""
    work()
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def grep_seconds(text: str, words: list[str]) -> float:
    with tempfile.TemporaryDirectory() as name:
        log, list_ = Path(name, "log"), Path(name, "words")
        log.write_text(text, encoding="utf-8")
        list_.write_text("\n".join(words) + "\n", encoding="utf-8")
        command = [shutil.which("grep") or "grep", "-c", "-F", "-f", str(list_), str(log)]
        return seconds(lambda: subprocess.run(command, env={"LC_ALL": "C"}, stdout=subprocess.DEVNULL))


def synthetic(catalogue: Catalogue, count: int) -> list:
    """The real entries, and copies whose lines are made unlike by a number, up to `count`."""
    entries = list(catalogue)
    made = list(entries)
    for n in range(count - len(entries)):
        entry = entries[n % len(entries)]
        signatures = tuple(replace(s, line=f"{s.line} variant{n:05d}") for s in entry.front.signatures)
        made.append(replace(entry, slug=f"{entry.slug}-{n}", front=replace(entry.front, signatures=signatures)))
    return made


def main() -> None:
    catalogue = Catalogue.of(load(ROOT / "content"))
    start = time.perf_counter()
    matcher = Matcher(catalogue)
    built = time.perf_counter() - start
    big, small = eight_ranks(10 * MEGABYTE), eight_ranks(50_000)
    grep = grep_seconds(big, literals(catalogue))
    logs = (big, small, eight_ranks(20 * MEGABYTE))
    ours, paste, double = (seconds(lambda log=log: matcher.match_text(log)) for log in logs)
    start = time.perf_counter()
    many = SignatureDatabase(synthetic(catalogue, SYNTHETIC))
    built_many = time.perf_counter() - start
    scan, scan_many = seconds(lambda: matcher.signatures.scan(Compact(big))), seconds(lambda: many.scan(Compact(big)))
    rows = [
        ("10 MB log, whole match, against grep -c -F -f of the catalogue's literals", f"{ours / grep:.2f}"),
        ("50 KB paste against the 10 MB log", f"1/{ours / paste:.0f}"),
        ("20 MB log against the 10 MB log", f"{double / ours:.2f}"),
        (f"scan with {SYNTHETIC:,} entries against grep", f"{scan_many / grep:.2f}"),
        (f"scan with {SYNTHETIC:,} entries against scan with {len(catalogue)}", f"{scan_many / scan:.2f}"),
    ]
    seen = [
        ("10 MB log, whole match", f"{ours * 1000:.0f} ms"),
        ("grep on the same file", f"{grep * 1000:.0f} ms"),
        ("50 KB paste", f"{paste * 1000:.1f} ms"),
        (f"building the matcher, {len(catalogue)} entries", f"{built * 1000:.0f} ms"),
        (f"building the signature database, {SYNTHETIC:,} entries", f"{built_many:.1f} s"),
    ]
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    times = "\n".join(f"| {name} | {value} |" for name, value in seen)
    load_now = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    text = (
        "# Speed\n\nWritten by `make bench`; medians of several rounds in one warm process. Read the ratios: both "
        f"sides ran in the same minute.\n\n| ratio | |\n|---|---:|\n{table}\n\n| seen here | |\n|---|---:|\n{times}\n\n"
        f"{os.cpu_count()} cores, load {load_now}, Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}.\n"
    )
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
