"""NCCL's RAS socket is asked as NCCL's own client asks it; the server here follows src/ras/client_support.cc."""

import os
import socketserver
import threading
from pathlib import Path

import pytest

from kb.collect.job import Process
from kb.collect.probes.library import ras
from kb.collect.running.attempts import Absent

TEXT = "NCCL version 2.29.2 compiled with CUDA 12.9\n\nJob summary\n===========\n\nCommunicators... (0.00s)\n"
JSON = '{\n  "nccl_version": "2.29.2",\n  "communicators": []\n}\n'


class Server(socketserver.ThreadingTCPServer):
    """The lines that NCCL's server understands; `json` is whether it is 2.28.7 or later."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self, json=True, silent=0, hello="SERVER PROTOCOL 2"):
        self.json, self.silent, self.hello, self.heard = json, silent, hello, []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self):
        return f"127.0.0.1:{self.server_address[1]}"


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        server, form = self.server, "text"
        if server.silent:
            server.silent -= 1
            return self.rfile.read()
        for line in self.rfile:
            command = line.decode().strip()
            server.heard.append(command)
            match command.lower().split():
                case ["client", "protocol", _]:
                    answer = server.hello
                case ["timeout", _]:
                    answer = "OK"
                case ["set", "format", "json"] if server.json:
                    form, answer = "json", "OK"
                case [*_, "status"]:
                    # The answer to this one ends with the connection.
                    return self.wfile.write((JSON if form == "json" else TEXT).encode())
                case _:
                    answer = f"ERROR: Unknown command {command}"
            self.wfile.write(f"{answer}\n".encode())


@pytest.fixture
def serve():
    started = []

    def start(**how):
        server = Server(**how)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def ask(server, form="text"):
    return ras.status(server.address, os.getpid(), form)


def test_the_text_comes_whole(serve):
    assert ask(serve()) == TEXT


def test_asks_with_the_words_of_nccls_client(serve):
    server = serve()
    ask(server, "json")

    assert server.heard == ["CLIENT PROTOCOL 2", "TIMEOUT 5", "SET FORMAT json", "VERBOSE STATUS"]


def test_json_where_nccl_has_it(serve):
    assert ask(serve(), "json") == JSON


def test_an_nccl_without_json_is_told(serve):
    with pytest.raises(Absent, match=r"no JSON, which came with 2\.28\.7 \(ERROR: Unknown command SET FORMAT json\)"):
        ask(serve(json=False), "json")


def test_a_stopped_process_behind_the_shared_port_is_passed_over_and_told(serve, monkeypatch):
    monkeypatch.setattr(ras, "HANDSHAKE_SECONDS", 0.5)

    text = ask(serve(silent=2))

    assert text.startswith("note: 2 connection(s) accepted and not answered") and text.endswith(TEXT)


def test_a_port_where_everybody_is_stopped(serve, monkeypatch):
    monkeypatch.setattr(ras, "HANDSHAKE_SECONDS", 0.2)

    with pytest.raises(Absent, match=r"6 connection.* a process is stopped"):
        ask(serve(silent=100))


def test_something_else_on_the_port(serve):
    with pytest.raises(Absent, match="not NCCL: it said 'HTTP"):
        ask(serve(hello="HTTP/1.1 400 Bad Request"))


def test_nobody_there_says_what_that_may_mean(serve):
    server = serve()
    address = server.address
    server.shutdown()
    server.server_close()

    with pytest.raises(Absent, match=r"nobody listens on .*NCCL below 2\.24"):
        ras.status(address, os.getpid(), "text")


def test_each_address_of_the_job_is_asked_once():
    processes = [Process(pid, 1, 0, "python", 0.0, variables=variables) for pid, variables in enumerate(({}, {}, A))]

    assert ras.addresses(processes) == {ras.DEFAULT: 0, A["NCCL_RAS_ADDR"]: 2}


A = {"NCCL_RAS_ADDR": "[::1]:4444"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root enters another network")
def test_a_job_in_a_container_is_asked_in_its_own_network():
    """The socket is on the container's localhost; from outside it is reached by entering that network."""
    from kb.collect.running.attempts import Probe, outcomes
    from tests.collect.jobs import inside_another_network

    with inside_another_network(Path(__file__)) as (pid, port):
        (outcome,) = outcomes([Probe("ras", lambda: ras.status(f"127.0.0.1:{port}", pid, "text"), 60)], 0)

    assert outcome.text == TEXT


if __name__ == "__main__":
    with Server() as alone:
        print(alone.server_address[1], flush=True)
        alone.serve_forever()
