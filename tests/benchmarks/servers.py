"""Which server takes slow clients and hard pastes best: the same site behind each; `make servers` writes servers.md.

One server after the other, two processes and eight threads each where it has such, and the same clients: a hundred
that send half a request or never read, then eight that send hard pastes without pause. Ratios are to the server's own
quiet time; read them across, since all ran in the same minutes.
"""

from __future__ import annotations

import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tests.servers import ROOT, Server, free_port, wait_until

RESULTS = Path(__file__).with_name("servers.md")
ROUNDS = 60
SLOW = 100
HOSTILE = 8
GIVE_UP = 5
PASTE = b"[Rank 1] " + b"WorkNCCL(" * 900 + b"\n[rank1]: step 1 loss 0.5 grad 0.1 lr 1e-5 all is well" * 200_000
PYTHON = sys.executable

SERVERS = {
    "gunicorn, waitress inside (ours)": ("gunicorn", [PYTHON, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"]),
    "gunicorn, gthread": (
        "gunicorn",
        [PYTHON, "-m", "gunicorn", "kb.wsgi", "--preload", "--workers=2", "--threads=8", "--bind=127.0.0.1:{port}"],
    ),
    "waitress": (
        "waitress",
        [PYTHON, "-m", "waitress", "--threads=16", "--listen=127.0.0.1:{port}", "kb.wsgi:application"],
    ),
    "granian": (
        "granian",
        [
            PYTHON,
            *"-m granian --interface=wsgi --workers=2 --blocking-threads=8 --port={port} kb.wsgi:application".split(),
        ],
    ),
    "uvicorn, a2wsgi": (
        "uvicorn",
        [PYTHON, "-m", "uvicorn", "--workers=2", "--port={port}", "--no-access-log", "tests.benchmarks.servers:asgi"],
    ),
}
HALF = {
    "half headers": b"GET / HT",
    "half bodies": b"POST /match HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf",
    "never reads": b"GET /failures/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


def __getattr__(name: str):
    """`asgi` is the site for a server that speaks ASGI; made only when that server asks."""
    if name != "asgi":
        raise AttributeError(name)
    from a2wsgi import WSGIMiddleware

    from kb.wsgi import application

    return WSGIMiddleware(application, workers=8)


@contextmanager
def running(command: list[str], folder: Path):
    port = free_port()
    told = {"RANKDOWN_DEBUG": "0", "DJANGO_SETTINGS_MODULE": "kb.settings", "RANKDOWN_BIND": f"127.0.0.1:{port}"}
    command = [part.replace("{port}", str(port)) for part in command]
    out = (folder / "log").open("wb")
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | told, stdout=out, stderr=out, process_group=0)
    server = Server(process, port, folder / "log")
    try:
        wait_until(lambda: process.poll() is not None or seconds(port) < GIVE_UP)
        yield server
    finally:
        out.close()
        os.killpg(process.pid, 15)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()


def seconds(port: int) -> float:
    """The time of one page; GIVE_UP where there was none."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except OSError:
        return GIVE_UP
    finally:
        connection.close()
    return time.perf_counter() - start


def median(port: int, rounds: int = ROUNDS) -> float:
    return statistics.median(seconds(port) for _ in range(rounds))


def rate(port: int) -> float:
    """Pages a second over one connection that is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    start = time.perf_counter()
    for _ in range(300):
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    connection.close()
    return 300 / (time.perf_counter() - start)


def among_slow(server: Server, half: bytes) -> float:
    slow: list[socket.socket] = []
    for _ in range(SLOW):
        try:
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(GIVE_UP)
            connection.connect(("127.0.0.1", server.port))
            connection.sendall(half)
            slow.append(connection)
        except OSError:
            break
    time.sleep(0.5)
    try:
        return median(server.port, 3)
    finally:
        for connection in slow:
            connection.close()


def among_hostile(server: Server) -> tuple[float, str]:
    on, refused, answered = True, [], []

    def ask() -> None:
        while on:
            start = time.perf_counter()
            try:
                status = server.ask("/api/match", PASTE)[0]
            except OSError:
                continue
            (refused if status == 503 else answered).append(time.perf_counter() - start)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(HOSTILE)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    taken = median(server.port, 30)
    on = False
    for thread in threads:
        thread.join(60)
    return taken, f"{len(refused)} of {len(refused) + len(answered)}"


def row(name: str, server: Server) -> str:
    median(server.port)
    quiet, pages = median(server.port), rate(server.port)
    show: Callable[[float], str] = lambda taken: "no answer" if taken >= GIVE_UP else f"{taken / quiet:.1f}"  # noqa: E731
    slow = [show(among_slow(server, half)) for half in HALF.values()]
    taken, refused = among_hostile(server)
    return f"| {name} | {quiet * 1000:.1f} | {pages:.0f} | {' | '.join(slow)} | {show(taken)} | {refused} |"


def main() -> None:
    rows = []
    for name, (package, command) in SERVERS.items():
        if find_spec(package) is None:
            print(f"{name}: not installed, not measured")
            continue
        with tempfile.TemporaryDirectory() as folder, running(command, Path(folder)) as server:
            rows.append(row(name, server))
        print(rows[-1], flush=True)
    heads = " | ".join(HALF)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    text = PAGE.format(rows="\n".join(rows), heads=heads, lines="---:|" * len(HALF), load=load, cores=os.cpu_count())
    RESULTS.write_text(text + time.strftime("%Y-%m-%d.\n"), encoding="utf-8")


PAGE = """# Servers

Written by `make servers`. The time of `/` while a hundred clients send half a request or never read, and while eight
send hard pastes of 11 MB, as a multiple of the same server's quiet time. "No answer" is none within five seconds.

| server | quiet, ms | /healthz a second | {heads} | eight hard pastes | pastes refused |
|---|---:|---:|{lines}---:|---:|
{rows}

{cores} cores, load {load}, """

if __name__ == "__main__":
    main()
