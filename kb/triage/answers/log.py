"""One log file as the matcher reads it: opened late, closed early, and overheard at its beginning and its end."""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack

from kb.language import gettext
from kb.triage.jobs.job import LogFile
from kb.triage.sources.bounded import Bounded
from kb.triage.sources.opening import opened
from kb.triage.sources.packed import BROKEN, NotInstalled

MIB = 1024 * 1024
# What names nodes and times stands where a run begins and where it ends.
OVERHEARD = 1 * MIB


class Log:
    """Reads like a file, and never raises: `problem` says what went wrong, and reading ends there."""

    def __init__(self, file: LogFile):
        self.file = file
        self.problem = ""
        self.head, self._tail = b"", deque[bytes]()
        self._stack, self._bounded = ExitStack(), None
        self._over = False

    def read(self, size: int) -> bytes:
        if self._over:
            return b""
        try:
            block = self._opened().read(size)
        except NotInstalled as missing:
            self.problem, block = str(missing), b""
        except BROKEN as error:
            self.problem, block = self._told(error), b""
        if not block:
            self._over = True
            self._stack.close()
        self._overhear(block)
        return block

    def _opened(self) -> Bounded:
        if self._bounded is None:
            self._bounded = self._stack.enter_context(opened(self.file.source))
        return self._bounded

    def _told(self, error: Exception) -> str:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        if not self.bytes:
            return gettext("cannot be read: {why}").format(why=why)
        return gettext("broken after {bytes:,} bytes: {why}").format(bytes=self.bytes, why=why)

    def _overhear(self, block: bytes) -> None:
        if len(self.head) < OVERHEARD:
            self.head += block
            return
        self._tail.append(block)
        while sum(map(len, self._tail)) - len(self._tail[0]) >= OVERHEARD:
            self._tail.popleft()

    @property
    def tail(self) -> bytes:
        """The end of the log; nothing where the head is all of it."""
        return b"".join(self._tail)

    @property
    def bytes(self) -> int:
        return self._bounded.read_bytes if self._bounded else 0

    @property
    def cut(self) -> int:
        return self._bounded.cut if self._bounded else 0

    @property
    def endless(self) -> bool:
        return bool(self._bounded and self._bounded.endless)
