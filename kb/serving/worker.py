"""A gunicorn worker that speaks HTTP through waitress.

gunicorn starts, watches, replaces and reloads processes; waitress collects each request and sends each answer in one
loop of its own, so that a thread is taken only by a request that has arrived whole. deploy/README.md has the figures.
"""

from __future__ import annotations

import os
import time

from django.conf import settings
from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from kb.serving.bodies import Bodies
from kb.serving.pool import BUSY, REFUSAL, Pool

# Seconds in which a request must have come whole, or its answer have been taken; and in which its headers must.
LONGEST_TRANSFER = 90
LONGEST_HEADERS = 15
# Seconds after which a connection without a request is closed.
LONGEST_SILENCE = 20
TICK = 0.5
# After the signal to stop, a connection that was just opened may still send its request.
LAST_CALL = 2
# Half-sent pastes that one process keeps at a time, in pastes of the greatest size.
MOST_WAITING = 8
# A browser shows an answer only after it has sent its body: beyond this many times the limit we hang up.
MOST_DISCARDED = 4

bodies = Bodies(settings.MAX_PASTE_BYTES, MOST_WAITING * settings.MAX_PASTE_BYTES)


class Parser(HTTPRequestParser):
    """Collects a body in memory; waitress alone would write a large one to a file."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.body_rcv is not None:
            self.body_rcv.buf = bodies.new()


class Task(WSGITask):
    """Tells the views when there was no memory for a body."""

    def get_environment(self) -> dict:
        environ, body = super().get_environment(), self.request.body_rcv
        if body is not None and body.buf.refused:
            environ[REFUSAL] = BUSY
        return environ


class Channel(HTTPChannel):
    """One connection; knows since when it has been sending one request or taking one answer."""

    parser_class, task_class = Parser, Task
    unfinished_since: float | None = None

    def received(self, data: bytes) -> bool:
        taken = super().received(data)
        with self.requests_lock:
            # Hundreds of requests in one piece would hold a thread until their answers have been read.
            if self.server.stopping or len(self.requests) > 1:
                del self.requests[1:]
                for request in self.requests:
                    request.headers["CONNECTION"] = "close"
        return taken

    def overdue(self, now: float) -> bool:
        """Whether a slow sender or a slow reader has had its time; what we ourselves work on does not count."""
        unfinished = self.request is not None or self.total_outbufs_len
        if self.requests or not unfinished:
            self.unfinished_since = None
            return False
        self.unfinished_since = self.unfinished_since or now
        in_headers = self.request is not None and not self.request.headers_finished
        return now - self.unfinished_since > (LONGEST_HEADERS if in_headers else LONGEST_TRANSFER)


class Server(TcpWSGIServer):
    """The connections of one process over a socket that all processes share."""

    channel_class = Channel
    stopping = False

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.overdue(now):
                channel.will_close = True

    def stop_accepting(self) -> None:
        self.stopping = True
        wasyncore.dispatcher.close(self)


def serve_on(listener, application, dispatcher: ThreadedTaskDispatcher, sockets: dict) -> Server:
    adjustments = Adjustments(
        ident="",
        asyncore_use_poll=True,
        backlog=1024,
        channel_timeout=LONGEST_SILENCE,
        cleanup_interval=1,
        connection_limit=900,
        max_request_body_size=MOST_DISCARDED * settings.MAX_PASTE_BYTES,
        max_request_header_size=32 * 1024,
        outbuf_overflow=settings.MAX_PASTE_BYTES,
        recv_bytes=64 * 1024,
    )
    told = (listener.family, listener.type, listener.proto, listener.getsockname())
    return Server(application, sockets, True, listener, dispatcher, adjustments, told, bind_socket=False)


class BufferingWorker(Worker):
    """Runs until gunicorn says stop; then finishes what was begun."""

    def run(self) -> None:
        pool = Pool(self.wsgi, settings.MATCHES_AT_ONCE)
        dispatcher, sockets = ThreadedTaskDispatcher(), {}
        dispatcher.set_thread_count(self.cfg.threads)
        servers = [serve_on(listener.sock, pool, dispatcher, sockets) for listener in self.sockets]
        while self.alive and not pool.broken and self.ppid == os.getppid():
            self._turn(sockets)
        for server in servers:
            server.stop_accepting()
        deadline, last_call = (time.monotonic() + seconds for seconds in (self.cfg.graceful_timeout, LAST_CALL))
        while time.monotonic() < deadline and any(_open(server, time.monotonic() < last_call) for server in servers):
            self._turn(sockets)
        pool.close()

    def _turn(self, sockets: dict) -> None:
        self.notify()
        wasyncore.loop(timeout=TICK, use_poll=True, map=sockets, count=1)


def _open(server: Server, may_still_ask: bool) -> bool:
    """Whether a connection is left that something is owed to."""
    channels = list(server.active_channels.values())
    return any(may_still_ask or c.requests or c.request is not None or c.total_outbufs_len for c in channels)
