"""Whom a process waits for on the network."""

import socket

import pytest

from kb.collect.probes.process import sockets
from kb.collect.running.attempts import Absent

KNOCKS = """
import socket, time
to = socket.create_connection(("127.0.0.1", {port}))
listening = socket.socket(socket.AF_INET6); listening.bind(("::1", 0)); listening.listen()
print("step 17", flush=True)
while True:
    to.send(b"x" * 65536)
"""


def test_a_connection_with_what_lies_unsent(ranks):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        process = ranks.start(0, KNOCKS.format(port=port))
        found = sockets.connections(process.pid)
        (to,) = [c for c in found if c.peer == ("127.0.0.1", port)]

        assert to.state == "ESTAB"
        assert [c.local[0] for c in found if c.state == "LISTEN"] == ["::1"]
        while not next(c for c in sockets.connections(process.pid) if c.peer[1] == port).unsent:
            pass  # nobody reads: what it sends piles up
        assert sockets.table(process.pid).splitlines()[0].split()[:3] == ["State", "Recv-Q", "Send-Q"]


def test_one_that_gets_no_answer_comes_first(ranks):
    """A full queue of a listener swallows the call, as a firewall does."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        port = server.getsockname()[1]
        calls = "import socket, time\nall = [socket.socket() for _ in range(4)]\n[s.setblocking(False) for s in all]\n"
        calls += f"[s.connect_ex(('127.0.0.1', {port})) for s in all]\nprint('step 17', flush=True)\ntime.sleep(300)\n"

        assert sockets.table(ranks.start(0, calls).pid).splitlines()[1].startswith("SYN-SENT")


def test_without_any_it_is_told(ranks):
    with pytest.raises(Absent, match="no TCP sockets"):
        sockets.table(ranks.start(0).pid)
