"""torch's debug server (torch.distributed.debug, 2.10 and later), where the program started it.

Each rank has a worker server (thread `pt_workerserver`, any free port); rank 0 has a page besides, usually on port
25999, that asks all ranks. The worker's own answers need no GIL but for the Python stacks.
"""

from __future__ import annotations

import contextlib
import html
import http.client
import re

from kb.collect.job import PROC, Process
from kb.collect.probes.namespaces import enter_network
from kb.collect.probes.process.sockets import LISTENING, connections
from kb.collect.running.attempts import Absent

THREAD = "pt_workerserver"
NAME = "torch.distributed.WorkerServer"
PAGE_PORT = 25999
# What the worker of each rank is asked: recorder (any backend), recorder of NCCL, counters of waits.
HANDLERS = ("fr_trace_json", "dump_nccl_trace_json?onlyactive=true", "wait_counter_values")
PAGES = ("/stacks", "/fr_trace_json")
UNKNOWN = "status 404"
LARGEST_ANSWER = 8 << 20  # bytes
SECONDS = 8.0
TAG = re.compile(r"<(?:style|nav|title)\b.*?</(?:style|nav|title)>|<[^>]+>", re.DOTALL)


def worker(process: Process) -> str:
    """What the worker server of one rank tells. Raises Absent where the program started none."""
    if not _has_thread(process.pid):
        raise Absent("the program did not start it (torch.distributed.debug.start_debug_server)")
    enter_network(process.pid)
    host, port = _server(process)
    parts = [f"note: worker server at {host}:{port}"]
    for handler in HANDLERS:
        with contextlib.suppress(OSError, http.client.HTTPException):
            answer = _fetch(host, port, "POST", f"/handler/{handler}")
            # A torch without NCCL does not know NCCL's handler.
            if not answer.startswith(UNKNOWN):
                parts.append(f"--- {handler}\n{answer}")
    return "\n".join(parts) + "\n"


def pages(process: Process) -> str:
    """What the page on rank 0 tells of all ranks, without its HTML."""
    listening = [c.local for c in connections(process.pid) if c.state == LISTENING and c.local[1] == PAGE_PORT]
    if not listening:
        raise Absent(f"no debug server on port {PAGE_PORT} of this process")
    enter_network(process.pid)
    host = _reachable(listening[0][0])
    return "\n".join(f"--- {page}\n{as_text(_fetch(host, PAGE_PORT, 'GET', page))}" for page in PAGES) + "\n"


def _has_thread(pid: int) -> bool:
    names = []
    for entry in (PROC / str(pid) / "task").iterdir():
        with contextlib.suppress(OSError):
            names.append((entry / "comm").read_text().strip())
    return THREAD in names


def _server(process: Process) -> tuple[str, int]:
    """Only sockets open to every address are asked: those of NCCL and gloo are bound to one, and stay undisturbed."""
    store = process.variables.get("MASTER_PORT")
    for connection in connections(process.pid):
        host, port = connection.local
        if connection.state == LISTENING and host in ("::", "0.0.0.0") and str(port) not in (store, str(PAGE_PORT)):  # noqa: S104
            with contextlib.suppress(OSError, http.client.HTTPException):
                if NAME in _fetch(_reachable(host), port, "GET", "/", 2.0):
                    return _reachable(host), port
    raise Absent(f"it has the thread {THREAD}, but none of its sockets answered")


def _reachable(host: str) -> str:
    return {"::": "::1", "0.0.0.0": "127.0.0.1"}.get(host, host)  # noqa: S104


def _fetch(host: str, port: int, method: str, path: str, seconds: float = SECONDS) -> str:
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        text = answer.read(LARGEST_ANSWER).decode(errors="replace")
        return text if answer.status == http.client.OK else f"status {answer.status}: {text[:500]}"
    finally:
        connection.close()


def as_text(page: str) -> str:
    """A page's text, lines kept."""
    text = html.unescape(TAG.sub("", page))
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
