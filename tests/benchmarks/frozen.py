"""Frozen jobs with nothing but `kb.collect` to go by: is the right entry proven, first, or among three?

    python -m tests.benchmarks.frozen --python /path/to/python-with-torch [slug ...]     writes frozen.md beside this
    python -m tests.benchmarks.frozen --kept FOLDER                                      matches again what --keep left

Every verified reproduction whose proof is a hang is started as the runner starts it; once it has been silent for a
while, it is collected from outside and the collected file alone is matched. The program's own log is matched beside
it. What ends by itself, as silent faults and short slow runs do, leaves nothing to collect.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.progress import track

from kb.catalogue.schema.entry import Entry
from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.library import library
from kb.runner.planning.plan import Plan, plan_for
from kb.runner.running import interpreter
from kb.runner.running.commands import commands
from kb.runner.running.variables import environment, free_port

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).with_name("frozen.md")
# Seconds of silence that make a job frozen, and the longest wait for them.
SILENT, LONGEST = 20, 150
# CPU seconds of all its processes that a job may use in that time, and stand still nevertheless.
IDLE = 1
NONE = "-"


@dataclass(frozen=True)
class Seen:
    """What an answer says of the right entry: its place among all, from 1 (0: not there), and whether it is proven."""

    place: int
    proven: bool
    first: str
    check: str


def seen(answer: Answer, slug: str) -> Seen:
    proven = [match.slug for match in answer.matches if match.confident]
    could_be = answer.differential.candidates if answer.differential else ()
    named = list(dict.fromkeys([*proven, *(c.slug for c in could_be if c.slug)]))
    place = named.index(slug) + 1 if slug in named else 0
    asked = answer.differential.asked if answer.differential else None
    return Seen(place, proven[:1] == [slug], named[0] if named else NONE, asked.check.slug if asked else NONE)


def hangs() -> list[tuple[Entry, Plan]]:
    """Entries of jobs that stand still, with programs and a record of their run."""
    entries = library.current().catalogue.entries
    planned = [(entry, plan_for(entry)) for entry in entries if (entry.path.parent / "runs.jsonl").exists()]
    return [(entry, plan) for entry, plan in planned if plan and plan.how.proof == "hang"]


def frozen(plan: Plan, python: str, folder: Path) -> tuple[bytes, bytes, bool]:
    """The collected file, the program's log, and whether the job stood still when it was collected."""
    for path in plan.files:
        shutil.copy(path, folder)
    port, log, packages = free_port(), folder / "job.log", plan.how.packages
    overlay, cache = interpreter.overlay(python, packages), interpreter.extension_cache(python, packages)
    told = environment(python, folder, port, "frozen", cache, overlay)
    if plan.how.warm_up:
        subprocess.run([python, "-c", plan.how.warm_up], cwd=folder, env=told, capture_output=True, timeout=600)
    with log.open("wb") as out:
        started = [
            subprocess.Popen(words, cwd=folder, env=told, stdout=out, stderr=out, start_new_session=True)
            for words in commands(plan, str(folder / plan.broken.name), python, port, "frozen")
        ]
    try:
        still = _stands_still(started, log)
        pids = [str(process.pid) for process in started]
        words = [sys.executable, "-m", "kb.collect", "-o", str(folder / "collected.txt"), "--pid", *pids]
        path = os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])
        subprocess.run(words, cwd=ROOT, env=os.environ | {"PATH": path}, capture_output=True, timeout=120)
        collected = (folder / "collected.txt").read_bytes()
        return collected, log.read_bytes(), still
    finally:
        for process in started:
            _end(process)


def _stands_still(started: list[subprocess.Popen], log: Path) -> bool:
    """Waits until nothing has been printed or computed for a while; False where the job has ended or goes on."""
    began = changed = time.monotonic()
    seen = (-1, 0)
    while time.monotonic() - began < LONGEST and any(process.poll() is None for process in started):
        size, used = log.stat().st_size, _cpu_seconds(started)
        if size != seen[0] or used > seen[1] + IDLE:
            seen, changed = (size, used), time.monotonic()
        if time.monotonic() - changed > SILENT:
            return True
        time.sleep(1)
    return False


def _cpu_seconds(started: list[subprocess.Popen]) -> int:
    return sum(seconds for process in started for seconds in _family(process).values())


def _family(process: subprocess.Popen) -> dict[str, int]:
    """The launcher and all that it started, in whatever session, with the CPU seconds of each."""
    told = subprocess.run(["ps", "-eo", "pid=,ppid=,cputimes="], capture_output=True, text=True).stdout.split()
    parents = dict(zip(told[::3], told[1::3], strict=True))
    family = {str(process.pid)}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    used = dict(zip(told[::3], map(int, told[2::3]), strict=True))
    return {pid: used.get(pid, 0) for pid in family}


def _end(process: subprocess.Popen) -> None:
    for pid in _family(process):
        try:
            os.kill(int(pid), signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait()


def row(entry: Entry, collected: bytes, log: bytes, still: bool, matcher: Matcher) -> tuple[str, Seen, bool]:
    by_file = seen(matcher.match([("collected.txt", collected)]), entry.slug)
    by_log = seen(matcher.match([("job.log", log)]), entry.slug)
    still = still and b"the process has ended" not in collected
    told = [entry.slug, "yes" if still else "no", str(by_file.place or NONE), "yes" if by_file.proven else "no"]
    told += [by_file.first, by_file.check, str(by_log.place or NONE)]
    return f"| {' | '.join(told)} |", by_file, still


def left_by(entry: Entry, plan: Plan, options: argparse.Namespace) -> tuple[bytes, bytes, bool]:
    """What `frozen` returns, run now or kept from an earlier run."""
    if options.kept:
        collected, log = ((options.kept / f"{entry.slug}.{ending}").read_bytes() for ending in ("txt", "log"))
        return collected, log, not (options.kept / f"{entry.slug}.moved").exists()
    with tempfile.TemporaryDirectory() as name:
        collected, log, still = frozen(plan, str(Path(options.python).absolute()), Path(name))
    if options.keep:
        options.keep.mkdir(exist_ok=True)
        for ending, content in (("txt", collected), ("log", log), *([] if still else [("moved", b"")])):
            (options.keep / f"{entry.slug}.{ending}").write_bytes(content)
    return collected, log, still


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--python", help="an interpreter with torch, py-spy beside it")
    source.add_argument("--kept", type=Path, help="a folder that --keep has filled")
    parser.add_argument("--keep", type=Path, help="a folder for what was collected")
    parser.add_argument("slugs", nargs="*")
    options = parser.parse_args()
    chosen = [(e, p) for e, p in hangs() if not options.slugs or e.slug in options.slugs]
    rows, found = [], []
    for entry, plan in track(chosen, "Freezing", disable=not sys.stderr.isatty()):
        if options.kept and not (options.kept / f"{entry.slug}.txt").exists():
            continue
        told, by_file, still = row(entry, *left_by(entry, plan, options), library.current().matcher)
        rows.append(told)
        found += [by_file] if still else []
        print(told, flush=True)
    counts = {
        "stood": len(found),
        "all": len(rows),
        "first": sum(one.place == 1 for one in found),
        "three": sum(0 < one.place <= 3 for one in found),
        "proven": sum(one.proven for one in found),
    }
    if not options.slugs:
        RESULTS.write_text(PAGE.format(rows="\n".join(rows), date=time.strftime("%F"), **counts), encoding="utf-8")


PAGE = """# Frozen jobs

Written by `make frozen`: every verified reproduction whose proof is a hang, started as the runner starts it, collected
from outside by `kb.collect` once it was silent, and matched from the collected file alone. Of {all} jobs {stood} stood
still; of these the right entry is first for {first}, among the first three for {three}, proven for {proven}. The last
column is the entry's place where the program's own log is all there is.

| entry | stood still | place | proven | first | next check | place by log |
|---|---|---:|---|---|---|---:|
{rows}

{date}.
"""

if __name__ == "__main__":
    main()
