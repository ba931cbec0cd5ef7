"""What hostile pastes cost, as ratios to a benign log in the same minutes; `make hostile` writes hostile.md.

CPU seconds of one process, the best of a few rounds; no test asserts any of these figures.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
django.setup()

from django.template.loader import render_to_string  # noqa: E402
from rich.progress import track  # noqa: E402

from kb.diagnosis.explain import explain  # noqa: E402
from kb.diagnosis.reports.json_report import as_json  # noqa: E402
from kb.diagnosis.reports.text_report import as_text  # noqa: E402
from kb.library import library  # noqa: E402
from kb.pages.answers.result import result_page  # noqa: E402
from tests.hostile import ATTACKS, Files, benign, paste  # noqa: E402

RESULTS = Path(__file__).parent / "hostile.md"
MEGABYTE = 1_000_000
# Small enough to be done with today, large enough that what one answer costs at least does not show.
SIZE = 4 * MEGABYTE
ROUNDS = 2
TARGETS = {"cost": 30, "doubled": 2.3, "memory": 6}


def matched(files: Files) -> object:
    return library.current().matcher.match(files)


def page(files: Files) -> str:
    """What POST /match does for a paste, less reading the request."""
    edition = library.current()
    answer = edition.matcher.match(files)
    made = result_page(answer, edition.catalogue, explain(answer, edition.matcher))
    return render_to_string("result.html", {"page": made})


def reports(files: Files) -> tuple[str, str]:
    """The same answer for a program and for a terminal."""
    answer = matched(files)
    return json.dumps(as_json(answer)), as_text(answer)


def cpu_seconds(work: Callable[[Files], object], files: Files) -> float:
    """The least of a few rounds: other programs on the machine only ever add to it."""
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work(files)
        taken.append(time.process_time() - start)
    return min(taken)


def peak(files: Files) -> float:
    """Most memory that a result page needs beside the paste itself, in pastes: measured in a fork of this process."""
    here, there = os.pipe()
    if child := os.fork():
        os.close(there)
        with os.fdopen(here, "rb") as told:
            most = float(told.read())
        os.waitpid(child, 0)
        return most
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    page(files)
    size = sum(len(content) for _, content in files)
    os.write(there, str((_status("VmHWM") - before) / size).encode())
    os._exit(0)


def _status(name: str) -> int:
    """A line of /proc/self/status, in bytes."""
    return int(re.search(rf"{name}:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024


def rows(names: list[str]) -> Iterator[tuple[str, list[float]]]:
    """For each attack: match, page and reports against benign; match of twice the paste against once; memory."""
    works = (matched, page, reports)
    ordinary = benign(SIZE)
    page(ordinary)
    for name in track(names, "Attacking", disable=not sys.stderr.isatty()):
        once, twice = paste(name, SIZE), paste(name, 2 * SIZE)
        # Beside each attack, not once for all: the machine's speed changes from minute to minute.
        usual = [cpu_seconds(work, ordinary) for work in works]
        costs = [cpu_seconds(work, once) for work in works]
        doubled = cpu_seconds(matched, twice) / costs[0]
        ratios = [cost / benign for cost, benign in zip(costs, usual, strict=True)]
        yield name, [*ratios, doubled, peak(twice)]


def missed(values: list[float]) -> str:
    """Which targets a row misses, in words."""
    limits = [("match", "cost"), ("page", "cost"), ("reports", "cost"), ("doubled", "doubled"), ("memory", "memory")]
    over = zip(limits, values, strict=True)
    return ", ".join(what for (what, target), value in over if value > TARGETS[target])


def main() -> None:
    lines = []
    for name, values in rows(sys.argv[1:] or list(ATTACKS)):
        lines.append(f"| {name} | {' | '.join(f'{v:.1f}' for v in values)} | {missed(values)} |")
        print(lines[-1], flush=True)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    told = {"cores": os.cpu_count(), "load": load, "python": platform.python_version(), "date": time.strftime("%F")}
    text = PAGE.format(rows="\n".join(lines), size=SIZE // MEGABYTE, rounds=ROUNDS, count=len(lines), **TARGETS, **told)
    if not sys.argv[1:]:
        RESULTS.write_text(text, encoding="utf-8")


PAGE = """# Hostile pastes

Written by `make hostile`: {count} pastes of {size} MB, each made to cost as much as possible (tests/hostile.py),
against a benign log of the same size that was timed beside it. CPU seconds, the best of {rounds}. Match: the matcher
alone. Page: with the result page. Reports: with JSON and text. Doubled: a match of twice the paste. Memory: the most
that a page takes beside the paste, in pastes. Targets: at most {cost} times benign, doubled at most {doubled}, memory
at most {memory}; the last column names what misses them.

| paste | match | page | reports | doubled | memory | misses |
|---|---:|---:|---:|---:|---:|---|
{rows}

{cores} cores, load {load}, Python {python}, {date}.
"""

if __name__ == "__main__":
    main()
