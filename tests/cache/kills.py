"""Processes that are killed at random moments of a start, of building what is kept, and of a reload.

    python -m tests.cache.kills [times]        (make kills: 200)

After each kill a start that may live must answer as one without a cache does.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.contents import AREAS, write_entry

ROOT = Path(__file__).parents[2]
TIMES = 200
ENTRIES = 30
STARTS = """
import os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
import django
django.setup()
from pathlib import Path
from kb.library import library
from kb.serving import snapshot
print("begun", flush=True)
if sys.argv[1] == "reload":
    library.current()
    print("reloading", flush=True)
    snapshot.renew()
if sys.argv[1] == "live":
    print(library.current().matcher.match_text(sys.stdin.read()).best.slug, flush=True)
library.current()
"""


def run(kind: str, environment: dict) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", STARTS, kind],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kill_at_random(kind: str, environment: dict, chance: random.Random, longest: float) -> bool:
    """Starts a process and kills it within `longest` seconds of its work; whether it was still alive."""
    process = run(kind, environment)
    process.stdout.readline()
    time.sleep(chance.uniform(0, longest))
    alive = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return alive


def live(environment: dict, log: str) -> str:
    """What a start that nobody kills answers; raises where it does not come back."""
    process = run("live", environment)
    out, err = process.communicate(log, timeout=600)
    if process.returncode:
        raise RuntimeError(err)
    return out.split()[-1]


def longest(kind: str, environment: dict) -> float:
    process = run(kind, environment)
    process.stdout.readline()
    begin = time.monotonic()
    process.communicate()
    return time.monotonic() - begin


def kill_often(content: Path, log: Path, expected: str, times: int, told=lambda line: None) -> dict[str, int]:
    """Kills `times` processes, a third each in a start, a first build and a reload; kinds -> how many were killed."""
    chance, killed, text = random.Random(), {}, log.read_text(encoding="utf-8")  # noqa: S311
    with tempfile.TemporaryDirectory() as name:
        cache, temporary = Path(name, "cache"), Path(name, "tmp")
        temporary.mkdir()
        environment = os.environ | {
            "RANKDOWN_CONTENT": str(content),
            "RANKDOWN_CACHE": str(cache),
            "TMPDIR": str(temporary),
            "RANKDOWN_DEBUG": "0",
        }
        seconds = {"build": longest("start", environment), "start": longest("start", environment)}
        seconds["reload"] = longest("reload", environment)
        for number in range(times):
            kind = ("build", "start", "reload")[number % 3]
            if kind == "build":
                shutil.rmtree(cache, ignore_errors=True)
            if kind == "reload":
                path = next(content.glob("*/*/entry.md"))
                path.write_text(path.read_text("utf-8").replace("## Fix\n", f"## Fix\n\nKill {number}.\n", 1), "utf-8")
            alive = kill_at_random("reload" if kind == "reload" else "start", environment, chance, seconds[kind])
            killed[kind] = killed.get(kind, 0) + alive
            if (found := live(environment, text)) != expected:
                raise RuntimeError(f"kill {number} ({kind}): {found} instead of {expected}")
            shutil.rmtree(temporary)
            temporary.mkdir()
            told(f"{number + 1} of {times}: {kind}, came back whole")
    return killed


def main(times: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        content, log = Path(name, "content"), Path(name, "log")
        content.mkdir()
        (content / "areas.yaml").write_text(AREAS, encoding="utf-8")
        for number in range(ENTRIES):
            write_entry(content, f"number-{number}", leads_to=f"number-{(number + 1) % ENTRIES}" if number else "")
        log.write_text("widget number-7 was not frobnicated in time\n", encoding="utf-8")
        killed = kill_often(content, log, "number-7", times, told=lambda line: print(line, flush=True))
        print(f"{times} kills, {sum(killed.values())} of them at work {killed}: all came back whole")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES)
