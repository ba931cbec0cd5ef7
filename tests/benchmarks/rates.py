"""How many requests a second the site answers, against its barest view; `make rates` writes rates.md.

One client over one connection that is kept, as from a proxy, against the server that we deploy. Each row is measured in
turns with the bare view, so that what else the machine does counts for both.
"""

from __future__ import annotations

import http.client
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

from kb.library import library
from tests.benchmarks.servers import SERVERS, running

RESULTS = Path(__file__).with_name("rates.md")
TURNS, REQUESTS = 12, 24
BARE = ("GET", "/healthz", None)
QUERIES = (
    *("nccl timeout", "multi gpu training hangs at first step", "exit code -9", "多卡训练卡住", "ncclInvalidUsage"),
    *(
        "loss is nan after resume with zero3",
        "find_unused_parameters",
        "cannot save checkpoint fsdp",
        "timout in allredcue",
    ),
)
LONG = " ".join(
    "training with eight gpus on two nodes stops after some steps, all ranks wait and nothing is printed".split() * 13
)
WORDS = "My job of {n} GPUs stands still after the first epoch and nvidia-smi shows 100 %. " * 25

Request = tuple[str, str, str | None]


def requests() -> dict[str, list[Request]]:
    """What is asked, by its name; several of a kind are asked in turns."""
    slug = next(iter(library.current().catalogue)).slug
    return {
        "/": [("GET", "/", None)],
        "an entry": [("GET", f"/failures/{slug}/", None)],
        "/failures/": [("GET", "/failures/", None)],
        "/search, nine queries": [("GET", f"/search?q={quote(query)}", None) for query in QUERIES],
        f"/search, {len(LONG):,} characters": [("GET", f"/search?q={quote(LONG)}", None)],
        "2 KB in words, nothing proved": [("POST", "/api/match", WORDS.format(n=n)[:2048]) for n in (2, 4, 8)],
    }


def seconds(connection: http.client.HTTPConnection, asked: Iterator[Request]) -> float:
    """Seconds of one request, over a number of them."""
    start = time.perf_counter()
    for _ in range(REQUESTS):
        method, address, body = next(asked)
        connection.request(method, address, body)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{address} answered {answer.status}")
    return (time.perf_counter() - start) / REQUESTS


def rates(port: int, asked: list[Request]) -> tuple[float, float]:
    """(Milliseconds of a request, its rate as a share of the bare view's): medians over turns."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    own, bare = cycle(asked), cycle([BARE])
    seconds(connection, own)
    taken = [(seconds(connection, own), seconds(connection, bare)) for _ in range(TURNS)]
    connection.close()
    return statistics.median(one for one, _ in taken) * 1000, statistics.median(base / one for one, base in taken)


def main() -> None:
    _, command = next(iter(SERVERS.values()))
    with tempfile.TemporaryDirectory() as folder, running(command, Path(folder)) as server:
        rows = [(name, *rates(server.port, asked)) for name, asked in requests().items()]
    told = "\n".join(f"| {name} | {taken:.1f} | {share:.2f} |" for name, taken, share in rows)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    text = PAGE.format(rows=told, entries=len(library.current().catalogue), load=load, cores=os.cpu_count())
    RESULTS.write_text(text + time.strftime("%Y-%m-%d.\n"), encoding="utf-8")
    print(told)


PAGE = """# Rates

Written by `make rates`: milliseconds of one request over a kept connection, and its rate as a share of that of
`/healthz` on the same server, measured in turns. {entries} entries.

| asked | ms | of the bare view's rate |
|---|---:|---:|
{rows}

{cores} cores, load {load}, """

if __name__ == "__main__":
    main()
