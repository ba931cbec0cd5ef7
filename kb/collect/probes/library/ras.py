"""NCCL's RAS socket: a thread in every NCCL process (2.24 and later) that tells, also of a frozen job, who is where.

The protocol is that of NCCL's own client (src/ras/client.cc): lines of text; the answer to STATUS ends with the
connection. All processes of a node listen on one port, so a connection may reach a stopped one: then the next try.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable

from kb.collect.job import Process
from kb.collect.probes.namespaces import enter_network
from kb.collect.running.attempts import Absent

DEFAULT = "localhost:28028"
PROTOCOL = 2
TRIES = 6
HANDSHAKE_SECONDS = 1.0
# NCCL itself gives up on silent ranks after 5 s a leg and 5 s more.
LEG_SECONDS, ANSWER_SECONDS = 5, 12.0
LARGEST_ANSWER = 32 << 20  # bytes


def addresses(processes: Iterable[Process]) -> dict[str, int]:
    """Address -> a process that would answer there."""
    found: dict[str, int] = {}
    for process in processes:
        found.setdefault(process.variables.get("NCCL_RAS_ADDR", DEFAULT), process.pid)
    return found


def status(address: str, pid: int, form: str) -> str:
    """The answer in `text` or `json`. Raises Absent with the reason, where there is none."""
    enter_network(pid)
    host, _, port = address.rpartition(":")
    unanswered = 0
    for _ in range(TRIES):
        try:
            with socket.create_connection((host.strip("[]"), int(port)), HANDSHAKE_SECONDS) as connection:
                text = _ask(connection, form)
                return (_stopped(unanswered) if unanswered else "") + text
        except TimeoutError:
            unanswered += 1
        except (ConnectionError, OSError, ValueError) as error:
            raise Absent(_why(address, error)) from error
    raise Absent(_stopped(unanswered).removeprefix("note: ").strip())


def _ask(connection: socket.socket, form: str) -> str:
    with connection.makefile("rwb") as stream:
        hello = _say(stream, f"CLIENT PROTOCOL {PROTOCOL}")
        if not hello.upper().startswith("SERVER PROTOCOL "):
            raise Absent(f"what listens there is not NCCL: it said {hello[:80]!r}")
        _say(stream, f"TIMEOUT {LEG_SECONDS}")
        if form == "json" and (answer := _say(stream, "SET FORMAT json")).upper() != "OK":
            raise Absent(f"this NCCL has no JSON, which came with 2.28.7 ({answer})")
        connection.settimeout(ANSWER_SECONDS)
        stream.write(b"VERBOSE STATUS\n")
        stream.flush()
        return _rest(stream)


def _say(stream, line: str) -> str:
    stream.write(f"{line}\n".encode())
    stream.flush()
    answer = stream.readline(4096)
    if not answer:
        raise ConnectionError("it closed the connection")
    return answer.decode(errors="replace").strip()


def _rest(stream) -> str:
    """All until the end; what came before a silence is kept."""
    found = bytearray()
    try:
        while (chunk := stream.read1(1 << 16)) and len(found) < LARGEST_ANSWER:
            found += chunk
        note = ""
    except TimeoutError:
        note = f"\ncut: no more within {ANSWER_SECONDS:g} s"
    return found.decode(errors="replace") + note


def _stopped(count: int) -> str:
    return (
        f"note: {count} connection(s) accepted and not answered within {HANDSHAKE_SECONDS:g} s: a process is stopped\n"
    )


def _why(address: str, error: Exception) -> str:
    if isinstance(error, ConnectionRefusedError):
        return (
            f"nobody listens on {address}: no NCCL communicator yet (or no NCCL: gloo, CPU), NCCL below 2.24, "
            "NCCL_RAS_ENABLE=0, or another NCCL_RAS_ADDR"
        )
    return f"{address}: {error}"
