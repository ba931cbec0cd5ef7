"""The production server as a process of its own, and clients that behave badly, on the loopback interface only."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 60


class Server:
    """One running server; `log` is the file that its lines of JSON go to."""

    def __init__(self, process: subprocess.Popen, port: int, log: Path):
        self.process, self.port, self.log = process, port, log

    def ask(self, path: str = "/", body: bytes | None = None, **headers: str):
        """(status, headers, body) over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET" if body is None else "POST", path, body, names)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def seconds(self, path: str = "/") -> float:
        start = time.perf_counter()
        assert self.ask(path)[0] == 200
        return time.perf_counter() - start

    def raw(self, sent: bytes) -> socket.socket:
        """A connection over which these bytes, perhaps half a request, were sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.sendall(sent)
        return connection

    def children(self) -> list[int]:
        return children(self.process.pid)

    def reload(self) -> None:
        """New content; returns when only new processes are left."""
        old = set(self.children())
        self.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.children() and not old & set(self.children()))


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_until(so, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def read(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    pieces = []
    while piece := connection.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


@contextmanager
def production(content: Path, folder: Path, port: int = 0, **environment: str):
    """The server of `make serve-production` over this content; ended, with all that it started, at the end."""
    port, log = port or free_port(), folder / "server.log"
    # The names that a deployment sets; what pytest sets for itself is not the server's business.
    settings = os.environ | {"RANKDOWN_CONTENT": str(content), "RANKDOWN_BIND": f"127.0.0.1:{port}"}
    settings |= {"RANKDOWN_DEBUG": "0", "TMPDIR": str(folder)} | environment
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=out, stderr=out, process_group=0)
    server = Server(process, port, log)
    try:
        wait_until(lambda: process.poll() is not None or _answers(server))
        assert process.poll() is None, log.read_text()
        yield server
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _answers(server: Server) -> bool:
    try:
        return server.ask("/healthz")[0] == 200
    except OSError:
        return False
