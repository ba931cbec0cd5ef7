"""How fast a match is, as ratios against grep in the same run; `make bench` writes results.md beside this file.

No test asserts any of these figures: they are measured, read and compared by people.
"""

from __future__ import annotations

import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.catalogue.schema.entry import Entry
from kb.catalogue.schema.holes import Hole, parts
from kb.diagnosis.matcher import Matcher
from kb.matching.signatures import SignatureDatabase
from kb.matching.words.index import index_of
from tests.benchmarks.cost import cost

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "results.md"
ROUNDS = 7
MEGABYTE = 1_000_000
SYNTHETIC = 10_000
LONG = 2_000 * MEGABYTE


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


def troubled(size: int) -> str:
    """The worst ordinary log: an escape and a word of trouble in every line."""
    line = '[rank{r}]: {{"level": "info", "message": "step {n} val_error {x:.4f}\\\\n retry after error"}}\\n'
    one = len(line.format(r=1, n=10_000, x=1.0))
    return "".join(line.format(r=n % 8, n=n, x=n * 0.37 % 9) for n in range(size // one))


def literals(catalogue: Catalogue) -> list[str]:
    lines = (line for entry in catalogue for s in entry.front.printed for line in s.lines)
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


def grep_seconds(log: Path, words: list[str]) -> float:
    list_ = log.with_name("words")
    list_.write_text("\n".join(words) + "\n", encoding="utf-8")
    command = [shutil.which("grep") or "grep", "-c", "-F", "-f", str(list_), str(log)]
    return seconds(lambda: subprocess.run(command, env={"LC_ALL": "C"}, stdout=subprocess.DEVNULL))


def synthetic(catalogue: Catalogue, count: int) -> list[Entry]:
    """The real entries, and more whose lines are drawn from the words of the real ones, up to `count`."""
    chance, entries = random.Random(1), list(catalogue)  # noqa: S311
    words = [word for entry in entries for s in entry.front.printed for word in s.line.split()]
    made = list(entries)
    for n in range(count - len(entries)):
        entry = entries[n % len(entries)]
        signatures = tuple(replace(s, line=" ".join(chance.choices(words, k=8))) for s in entry.front.printed)
        made.append(replace(entry, slug=f"{entry.slug}-{n}", front=replace(entry.front, signatures=signatures)))
    return made


def copied(folder: Path, count: int) -> Path:
    """A content folder of `count` entries: the real ones, again and again, each under a slug of its own."""
    real, content = sorted((ROOT / "content").glob("*/*/entry.md")), folder / "content"
    for n in range(count):
        source = real[n % len(real)]
        target = content / source.parts[-3] / f"{source.parts[-2]}-{n}"
        target.mkdir(parents=True)
        shutil.copy(source, target)
    shutil.copy(ROOT / "content/areas.yaml", content)
    return content


def file_seconds(matcher: Matcher, log: Path) -> float:
    """A file as the command line reads it, in a warm process."""

    def work() -> None:
        with log.open("rb") as source:
            matcher.match([("", source)], keep=False)

    return seconds(work)


def command_line(log: Path, size: int) -> tuple[float, float, float]:
    """Seconds to start `manage.py match`, seconds for `size` bytes more, and its peak memory in MB."""
    long = log.with_name("long.log")
    piece = log.read_bytes()
    with long.open("wb") as target:
        for _ in range(size // len(piece)):
            target.write(piece)
    match = [sys.executable, "manage.py", "match"]
    start, whole = cost([*match, str(log.with_name("small.log"))]), cost([*match, str(long)])
    long.unlink()
    return start.wall, whole.wall - start.wall, whole.memory / 1_000_000


def timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        text = report(Path(name))
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def report(folder: Path) -> str:
    read, content = timed(lambda: load(ROOT / "content"))
    catalogue = Catalogue.of(content)
    built, matcher = timed(lambda: Matcher(catalogue))
    indexed, _ = timed(lambda: matcher.finder.words)
    logs = {"big": eight_ranks(10 * MEGABYTE), "double": eight_ranks(20 * MEGABYTE), "small": eight_ranks(50_000)}
    logs["troubled"] = troubled(10 * MEGABYTE)
    files = {name: folder / f"{name}.log" for name in logs}
    for name, log in logs.items():
        files[name].write_text(log, encoding="utf-8")
    grep, words = {}, literals(catalogue)
    for name in ("big", "troubled"):
        grep[name] = grep_seconds(files[name], words)
    ours = {name: file_seconds(matcher, file) for name, file in files.items()}
    paste = seconds(lambda: matcher.match_text(logs["small"]))
    page = seconds(lambda: matcher.match_text(logs["big"]))
    start, long, memory = command_line(files["big"], LONG)
    built_many, many = timed(lambda: SignatureDatabase(synthetic(catalogue, SYNTHETIC)))
    matcher.finder.signatures = many
    ours_many = file_seconds(matcher, files["big"])
    content_many = copied(folder, SYNTHETIC)
    read_many, content = timed(lambda: load(content_many))
    indexed_many, _ = timed(lambda: index_of(Catalogue.of(content)))
    rate = (long / LONG) / (ours["big"] / (10 * MEGABYTE))
    rows = [
        ("10 MB log of eight ranks, whole match of the file", "grep", f"{ours['big'] / grep['big']:.2f}"),
        (f"the same with {SYNTHETIC:,} entries", "grep", f"{ours_many / grep['big']:.2f}"),
        ("the same on the site, which keeps the log for showing it", "grep", f"{page / grep['big']:.2f}"),
        (
            "10 MB log with an escape and an error word in every line",
            "grep on it",
            f"{ours['troubled'] / grep['troubled']:.2f}",
        ),
        ("50 KB paste", "grep on 10 MB", f"1/{grep['big'] / paste:.0f}"),
        ("20 MB log", "10 MB log", f"{ours['double'] / ours['big']:.2f}"),
        ("a byte of a 2 GB log on the command line, start-up apart", "a byte of 10 MB", f"{rate:.2f}"),
    ]
    seen = [
        ("10 MB log, whole match of the file", f"{ours['big'] * 1000:.0f} ms"),
        ("grep on the same file", f"{grep['big'] * 1000:.0f} ms"),
        ("50 KB paste", f"{paste * 1000:.2f} ms"),
        (
            "2 GB log on the command line",
            f"{long:.1f} s after {start:.1f} s to start, {memory:.0f} MB of memory at most",
        ),
        (f"reading {len(catalogue)} entries", f"{read * 1000:.0f} ms"),
        (f"building the matcher, {len(catalogue)} entries", f"{built * 1000:.0f} ms"),
        (f"building the word index, {len(catalogue)} entries", f"{indexed * 1000:.0f} ms"),
        (f"reading {SYNTHETIC:,} entries", f"{read_many:.0f} s"),
        (f"building the signature database, {SYNTHETIC:,} entries", f"{built_many:.0f} s"),
        (f"building the word index, {SYNTHETIC:,} entries", f"{indexed_many:.0f} s"),
    ]
    return PAGE.format(
        ratios="\n".join(f"| {what} | {against} | {value} |" for what, against, value in rows),
        seen="\n".join(f"| {what} | {value} |" for what, value in seen),
        cores=os.cpu_count(),
        load=", ".join(f"{value:.1f}" for value in os.getloadavg()),
        python=platform.python_version(),
        date=time.strftime("%Y-%m-%d"),
    )


PAGE = """# Speed

Written by `make bench`; medians of several rounds in one warm process. Read the ratios: both sides ran in the same
minutes. grep is `LC_ALL=C grep -c -F -f` of the literal parts of every signature.

| what | against | ratio |
|---|---|---:|
{ratios}

| seen here | |
|---|---:|
{seen}

{cores} cores, load {load}, Python {python}, {date}.
"""

if __name__ == "__main__":
    main()
