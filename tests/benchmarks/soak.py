"""Memory of one server process and its two that match, over 100,000 requests; `make soak` writes soak.md beside this.

The requests are those of readers: pages, searches, pastes known and unknown, and a megabyte now and then. Memory is
the proportional set size of each process, which counts what processes share once.
"""

from __future__ import annotations

import http.client
import os
import random
import sys
import tempfile
import threading
import time
from itertools import count
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")

from tests.servers import ROOT, children, production
from tests.shelf import LOG, UNKNOWN_LOG

RESULTS = Path(__file__).with_name("soak.md")
REQUESTS = 100_000
SAMPLES = 10
CLIENTS = 4


def memory(pid: int) -> float:
    """Proportional set size in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000


def requests(slugs: list[str]):
    """What the next reader asks: (path, body)."""
    chance = random.Random(1)  # noqa: S311
    for n in count():
        if n % 5000 == 4999:
            yield "/api/match", b"[rank1]: step 1 loss 0.5 all is well\n" * 27_000 + LOG.encode()
        elif n % 20 == 0:
            yield "/api/match", f"{chance.random()} {chance.choice((LOG, UNKNOWN_LOG))}".encode()
        elif n % 20 == 10:
            yield f"/search?q=rank+{chance.randrange(1000)}+{chance.choice(slugs)}", None
        else:
            yield (
                chance.choice(("/", "/failures/", "/nope/", *(f"/failures/{chance.choice(slugs)}/" for _ in "1234"))),
                None,
            )


def ask_all(port: int, source, lock: threading.Lock, left: list[int], statuses: dict[int, int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while True:
        with lock:
            if left[0] <= 0:
                return
            left[0] -= 1
            path, body = next(source)
        connection.request("GET" if body is None else "POST", path, body)
        response = connection.getresponse()
        response.read()
        with lock:
            statuses[response.status] = statuses.get(response.status, 0) + 1


def main() -> None:
    total = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    slugs = [path.parent.name for path in (ROOT / "content").glob("*/*/entry.md")]
    rows, statuses, source, start = [], {}, requests(slugs), time.monotonic()
    with (
        tempfile.TemporaryDirectory() as name,
        production(ROOT / "content", Path(name), RANKDOWN_WORKERS="1") as server,
    ):
        (worker,) = server.children()
        for sample in range(SAMPLES + 1):
            matchers = ", ".join(f"{memory(pid):.0f}" for pid in children(worker))
            rows.append(f"| {sample * total // SAMPLES:,} | {memory(worker):.0f} | {matchers} |")
            print(rows[-1], flush=True)
            if sample < SAMPLES:
                left, lock = [total // SAMPLES], threading.Lock()
                told = (server.port, source, lock, left, statuses)
                threads = [threading.Thread(target=ask_all, args=told) for _ in range(CLIENTS)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
        assert server.children() == [worker], "the process was replaced meanwhile"
    text = PAGE.format(rows="\n".join(rows), statuses=statuses, seconds=time.monotonic() - start)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


PAGE = """# Memory over many requests

Written by `make soak`. One server process and its two that match, from the first request on; MB of memory
(proportional: what processes share is counted once).

| requests | server | matching |
|---:|---:|---|
{rows}

Answers by status: {statuses}. {seconds:.0f} s.
"""

if __name__ == "__main__":
    main()
