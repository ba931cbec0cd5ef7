"""A few processes that match, so that no paste, however hard, takes time or memory from the pages.

Each is a fork of a server's process, runs the same application, and answers one request at a time. One request more is
refused within a moment; one that takes too long is ended with its process.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import Empty, LifoQueue
from threading import BoundedSemaphore

from django.conf import settings

from kb import language

log = logging.getLogger("kb.serving.pool")

PASTES = re.compile(rf"/(?:api/|(?:{'|'.join(language.LANGUAGES)})/)?(?:match|differential)/?")
# Seconds. A short paste takes a hundredth of one, some tenths on a busy machine: waiting is kinder than refusing.
PATIENCE = 0.5
# Whoever finds this many waiting is refused without waiting, so that threads stay free for pages.
MOST_PATIENT = 2
LONGEST_MATCH = 60
# Pages come first.
NICENESS = 5
# The key in a request's environment that tells the views why its paste was not matched.
REFUSAL = "rankdown.refusal"
BUSY, FAILED = "busy", "failed"

Application = Callable[[dict, Callable], Iterable[bytes]]


class Pool:
    """A WSGI application that hands pastes to `count` processes, and all else to `application` itself.

    It must be made before this process starts a thread. `broken` is set when a process was lost: then the owner of the
    pool should finish and be replaced.
    """

    def __init__(self, application: Application, count: int):
        self.application, self.broken = application, False
        self._free: LifoQueue[tuple[int, Connection]] = LifoQueue()
        self._patient = BoundedSemaphore(MOST_PATIENT)
        ours: list[Connection] = []
        for _ in range(count):
            here, there = Pipe()
            ours.append(here)
            pid = os.fork()
            if pid == 0:
                _serve(application, there, ours)
            there.close()
            self._free.put((pid, here))

    def __call__(self, environ: dict, start_response) -> Iterable[bytes]:
        if not is_paste(environ):
            return self.application(environ, start_response)
        process = self._taken()
        answer = self._asked(process, environ) if process else None
        if answer is None:
            environ[REFUSAL] = FAILED if process else BUSY
            return self.application(environ, start_response)
        status, headers, body = answer
        start_response(status, headers)
        return [body]

    def _taken(self) -> tuple[int, Connection] | None:
        try:
            return self._free.get_nowait()
        except Empty:
            pass
        if not self._patient.acquire(blocking=False):
            return None
        try:
            return self._free.get(timeout=PATIENCE)
        except Empty:
            return None
        finally:
            self._patient.release()

    def _asked(self, process: tuple[int, Connection], environ: dict) -> tuple[str, list, bytes] | None:
        """What the process answers; None where it ended, or had to be ended."""
        pid, connection = process
        try:
            connection.send({key: value for key, value in environ.items() if isinstance(value, str | bool | tuple)})
            connection.send_bytes(environ["wsgi.input"].read())
            environ["wsgi.input"] = BytesIO()
            if connection.poll(LONGEST_MATCH):
                answer = connection.recv()
                self._free.put(process)
                return answer
            log.error("a match took more than %d seconds and was ended", LONGEST_MATCH)
        except (EOFError, OSError):
            log.error("process %d, which matches, ended by itself", pid)
        self.broken = True
        _end(pid)
        return None

    def close(self) -> None:
        """Lets the processes end; they notice that nobody will ask them again."""
        while not self._free.empty():
            self._free.get()[1].close()


def is_paste(environ: dict) -> bool:
    """Whether there is something to match; what is refused unread is nobody's work but ours."""
    if environ["REQUEST_METHOD"] != "POST" or not PASTES.fullmatch(environ.get("PATH_INFO", "")):
        return False
    length = environ.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and 0 < int(length) <= settings.MAX_PASTE_BYTES and REFUSAL not in environ


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def _serve(application: Application, connection: Connection, others: list[Connection]) -> None:
    """The life of a process: answers until its owner is gone."""
    # The owner's own ends: held open here, they would keep the others from noticing that it has gone.
    for other in others:
        other.close()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(NICENESS)
    status = 0
    try:
        while True:
            environ = connection.recv()
            connection.send(_answer(application, environ, connection.recv_bytes()))
    except (EOFError, OSError):
        pass
    except BaseException:
        log.exception("a process that matches could not go on")
        status = 1
    os._exit(status)


def _answer(application: Application, environ: dict, body: bytes) -> tuple[str, list, bytes]:
    told: list = []
    environ |= {"wsgi.input": BytesIO(body), "wsgi.errors": sys.stderr}
    response = application(environ, lambda *head: told.extend(head))
    try:
        return told[0], told[1], b"".join(response)
    finally:
        getattr(response, "close", lambda: None)()
