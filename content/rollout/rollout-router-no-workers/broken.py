"""An engine behind sglang-router refuses ten requests that are too long; the eleventh is fine."""

import json
import multiprocessing
import socket
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from sglang_router.router import Router
from sglang_router.router_args import RouterArgs


class Engine(BaseHTTPRequestHandler):
    """As SGLang's server answers: 400 where the prompt does not fit into the context."""

    def do_GET(self):
        self.answer(200, {"model_path": "model", "served_model_name": "model"})

    def do_POST(self):
        prompt = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"]
        self.answer(400 if len(prompt) > 100 else 200, {"text": "reply"})

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run_router(args):
    Router.from_args(args).start()


def ask(path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        data=json.dumps(body).encode() if body else None,
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


if __name__ == "__main__":
    engine = ThreadingHTTPServer(("127.0.0.1", 0), Engine)
    threading.Thread(target=engine.serve_forever, daemon=True).start()
    port = free_port()
    args = RouterArgs(
        worker_urls=[f"http://127.0.0.1:{engine.server_port}"],
        host="127.0.0.1",
        port=port,
        prometheus_port=free_port(),
    )
    multiprocessing.get_context("spawn").Process(target=run_router, args=(args,), daemon=True).start()
    for _ in range(100):
        try:
            if ask("/readiness")[0] == 200:
                break
        except OSError:
            pass
        time.sleep(0.2)

    print("refused:", [ask("/generate", {"text": "long " * 100})[0] for _ in range(10)])
    status, text = ask("/generate", {"text": "short"})
    print("short prompt:", status, text)
    if status != 200:
        raise SystemExit(1)
    print("served by", json.loads(ask("/workers")[1])["total"], "engine of the router")
