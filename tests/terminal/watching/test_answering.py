"""What is posted arrives, or is given up and said; tests/terminal/test_watch.py has the whole way."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kb.terminal.watching import answering
from kb.terminal.watching.answering import posted


@pytest.fixture
def server():
    class Answers(BaseHTTPRequestHandler):
        def do_POST(self):
            if self.path == "/slow":
                time.sleep(3)
            self.server.seen.append((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            self.send_response({"/moved": 302, "/broken": 500}.get(self.path, 200))
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_):
            pass

    found = HTTPServer(("127.0.0.1", 0), Answers)
    found.seen = []
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


def at(server, path):
    return f"http://127.0.0.1:{server.server_port}{path}"


def test_json_arrives(server):
    assert posted(at(server, "/"), {"a": "训练"}) == ""
    assert server.seen == [("/", {"a": "训练"})]


@pytest.mark.parametrize("path", ["/moved", "/broken"])
def test_a_redirect_is_not_followed_and_an_error_is_said(server, path):
    assert "was not told" in posted(at(server, path), {})
    assert [path for path, _ in server.seen] == [path]


def test_a_proxy_of_the_environment_is_not_asked(server, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")

    assert posted(at(server, "/"), {}) == ""


def test_a_server_that_does_not_answer_is_given_up(server, monkeypatch):
    monkeypatch.setattr(answering, "POST_SECONDS", 0.3)

    assert "timed out" in posted(at(server, "/slow"), {})
