"""The TCP connections of one process: whom it waits for, what lies unsent, at which address it listens."""

from __future__ import annotations

import contextlib
import socket
import struct
from dataclasses import dataclass

from kb.collect.job import PROC
from kb.collect.running.attempts import Absent

STATES = (
    "? ESTAB SYN-SENT SYN-RECV FIN-WAIT-1 FIN-WAIT-2 TIME-WAIT CLOSE CLOSE-WAIT LAST-ACK LISTEN CLOSING NEW-SYN-RECV"
).split()
LISTENING = "LISTEN"
MOST_ROWS = 300


@dataclass(frozen=True, slots=True)
class Connection:
    """One TCP socket; the queues in bytes."""

    state: str
    received: int
    unsent: int
    local: tuple[str, int]
    peer: tuple[str, int]


def table(pid: int) -> str:
    """The process's sockets as `ss -tan` shows them, what does not simply idle first."""
    found = connections(pid)
    if not found:
        raise Absent("it has no TCP sockets")
    found.sort(key=lambda c: (c.state == "ESTAB" and not c.unsent + c.received, c.state != "SYN-SENT", c.state))
    rows = [f"{c.state:<12} {c.received:>7} {c.unsent:>7} {_name(c.local):>30} {_name(c.peer):>30}" for c in found]
    left = [f"note: {len(rows) - MOST_ROWS} more rows left out"] if len(rows) > MOST_ROWS else []
    head = f"{'State':<12} {'Recv-Q':>7} {'Send-Q':>7} {'Local Address:Port':>30} {'Peer Address:Port':>30}"
    return "\n".join([head, *rows[:MOST_ROWS], *left]) + "\n"


def connections(pid: int) -> list[Connection]:
    """Every TCP socket that the process has open. Raises OSError where its descriptors may not be read."""
    own = set()
    for entry in (PROC / str(pid) / "fd").iterdir():
        with contextlib.suppress(OSError):
            own.add(str(entry.readlink()))
    found = []
    for name in ("tcp", "tcp6"):
        with contextlib.suppress(FileNotFoundError), (PROC / str(pid) / "net" / name).open() as file:
            next(file)
            for line in file:
                fields = line.split()
                if f"socket:[{fields[9]}]" in own:
                    found.append(_connection(fields))
    return found


def _connection(fields: list[str]) -> Connection:
    unsent, received = (int(part, 16) for part in fields[4].split(":"))
    state = STATES[min(int(fields[3], 16), len(STATES) - 1)]
    return Connection(state, received, unsent, _address(fields[1]), _address(fields[2]))


def _address(text: str) -> tuple[str, int]:
    """The kernel writes an address as 32-bit words in the machine's own byte order."""
    words, port = text.split(":")
    packed = b"".join(struct.pack("=I", int(words[n : n + 8], 16)) for n in range(0, len(words), 8))
    family = socket.AF_INET if len(packed) == 4 else socket.AF_INET6
    return socket.inet_ntop(family, packed).removeprefix("::ffff:"), int(port, 16)


def _name(address: tuple[str, int]) -> str:
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
