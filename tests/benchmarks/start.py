"""How long `manage.py match` takes as a whole process, with and without what is kept between starts.

    python -m tests.benchmarks.start [entries]     writes start.md beside this file

Every figure is CPU time of the child process beside the same without a cache in the same minutes; no test asserts any.
"""

from __future__ import annotations

import math
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "start.md"
MANY = 10_000
ROUNDS = 5
LONGEST_SLUG = 54
REFERENCES = ("leads_to", "follows_from")


def grown(folder: Path, count: int) -> Path:
    """A sound content folder of `count` entries or some more: the real ones, and copies with lines of their own."""
    content, chance = folder / "content", random.Random(1)  # noqa: S311
    shutil.copytree(ROOT / "content", content)
    real = {path.parent.name: path for path in sorted((ROOT / "content").glob("*/*/entry.md"))}
    words = sorted(
        {w for path in real.values() for w in path.read_text("utf-8").split() if w.isalpha() and w.isascii()}
    )
    for generation in range(1, math.ceil(count / len(real))):
        for path in real.values():
            _copy(path, content, lambda name, g=generation: f"{name[:LONGEST_SLUG]}-{g}", chance, words)
    return content


def _parts(path: Path) -> tuple[dict, str]:
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return yaml.load(front, Loader=yaml.BaseLoader), body  # noqa: S506  (texts only)


def _write(path: Path, front: dict, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    told = yaml.safe_dump(front, allow_unicode=True, width=10_000, sort_keys=False)
    path.write_text(f"---\n{told}---\n{body}", encoding="utf-8")


def _copy(source: Path, content: Path, renamed, chance: random.Random, words: list[str]) -> None:
    front, body = _parts(source)
    front.pop("aliases", None)
    front.pop("example", None)
    front.pop("values", None)
    front["reproduction"] = {"not_run": "a copy for measuring"}
    for key in REFERENCES:
        front[key] = [renamed(name) for name in front.get(key, [])]
    front["tell_apart"] = [near | {"slug": renamed(near["slug"])} for near in front.get("tell_apart", [])]
    # A fact is the same in every entry; only lines can be made a copy's own.
    front["signatures"] = [signature for signature in front.get("signatures", []) if "line" in signature]
    for signature in front["signatures"]:
        own = " ".join(chance.choices(words, k=4))
        signature["line"] = f"{own} {signature['line']}"
    folder = content / source.parts[-3] / renamed(source.parts[-2])
    _write(folder / "entry.md", front, body)
    (folder / "samples").mkdir()
    (folder / "samples" / "made.log").write_text("made for measuring\n", encoding="utf-8")


def match(log: Path, content: Path, cache: Path | str) -> tuple[float, float]:
    """Seconds of CPU and on the clock of one whole `manage.py match`."""
    environment = {**os.environ, "RANKDOWN_CONTENT": str(content), "RANKDOWN_CACHE": str(cache)}
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "manage.py", "match", str(log)]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    clock, after = time.perf_counter() - start, os.times()
    if done.returncode not in (0, 1) or done.stderr:
        raise RuntimeError(done.stderr.decode()[-2000:])
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, clock


def medians(times: list[tuple[float, float]]) -> str:
    used, clock = zip(*times, strict=True)
    return f"{statistics.median(used):.2f} | {statistics.median(clock):.2f}"


def edited(content: Path, slug: str, number: int) -> None:
    path = next(content.glob(f"*/{slug}/entry.md"))
    path.write_text(
        path.read_text("utf-8").replace("## Symptoms\n", f"## Symptoms\n\nEdited{' again' * number}.\n", 1), "utf-8"
    )


def rows(content: Path, folder: Path, name: str, rounds: int, without: bool) -> list[str]:
    proved, unknown = folder / "proved.log", folder / "unknown.log"
    shutil.copy(sorted((ROOT / "content/nccl/nccl-watchdog-timeout/samples").glob("*.log"))[0], proved)
    unknown.write_text("my job hangs at the first step and nothing is printed\nRuntimeError: flux 3\n" * 20)
    cache = folder / f"cache-{name}"
    found = [f"| {name}: first start, nothing kept yet | {medians([match(proved, content, cache)])} |"]
    found.append(f"| {name}: a line proves it | {medians([match(proved, content, cache) for _ in range(rounds)])} |")
    found.append(f"| {name}: only words | {medians([match(unknown, content, cache) for _ in range(rounds)])} |")
    times = []
    for number in range(max(rounds // 2, 1)):
        edited(content, "nccl-watchdog-timeout", number)
        times.append(match(proved, content, cache))
    found.append(f"| {name}: right after an edited entry | {medians(times)} |")
    found.append(f"| {name}: the next start | {medians([match(proved, content, cache) for _ in range(rounds)])} |")
    if without:
        found.append(f"| {name}: no cache folder | {medians([match(proved, content, '/dev/null/no')])} |")
    return found


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few = shutil.copytree(ROOT / "content", folder / "few" / "content")
        entries = len(list(few.glob("*/*/entry.md")))
        found = rows(few, folder, f"{entries} entries", ROUNDS, without=True)
        found += rows(grown(folder, count), folder, f"{count:,} entries", ROUNDS, without=False)
    told = "\n".join(found)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    RESULTS.write_text(PAGE.format(rows=told, cores=os.cpu_count(), load=load, python=platform.python_version()))
    print(RESULTS.read_text())


PAGE = """# Start

Written by `make bench-start`: `manage.py match` on a small log as a whole process, medians.

| what | CPU seconds | seconds |
|---|---:|---:|
{rows}

{cores} cores, load {load}, Python {python}.
"""

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MANY)
