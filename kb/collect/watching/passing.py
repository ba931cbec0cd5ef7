"""Passes on what a program prints, byte for byte, and keeps its last words."""

from __future__ import annotations

import contextlib
import os
import selectors
import time

from kb.collect.watching.last_words import LastWords
from kb.collect.watching.rhythm import Fixed, Learnt


class Passing:
    """From each pipe to its descriptor. `spoke` is when anything came last (monotonic seconds); `rhythm` learns."""

    def __init__(self, pipes: dict[int, int], rhythm: Fixed | Learnt | None = None):
        self.spoke, self.words, self.rhythm = time.monotonic(), LastWords(), rhythm or Fixed(float("inf"))
        self.selector = selectors.DefaultSelector()
        for pipe, target in pipes.items():
            self.selector.register(pipe, selectors.EVENT_READ, target)

    @property
    def open(self) -> bool:
        return bool(self.selector.get_map())

    @property
    def silent(self) -> float:
        """Seconds since anything came."""
        return time.monotonic() - self.spoke

    def step(self, patience: float) -> bool:
        """Waits so long (seconds) for something and passes it on; whether there was anything."""
        if not self.open:
            time.sleep(patience)
            return False
        ready = self.selector.select(patience)
        for key, _ in ready:
            if data := _read(key.fd):
                self._take(key.fd, data, key.data)
            else:
                self.selector.unregister(key.fd)
        return bool(ready)

    def drain(self, seconds: float) -> None:
        """What is still in the pipes of a program that has ended."""
        until = time.monotonic() + seconds
        while self.open and time.monotonic() < until:
            self.step(0.1)

    def last_words(self) -> str:
        """The end of what it printed, both streams as they came."""
        text = self.words.text().decode(errors="replace")
        return f"cut: {self.words.left_out} bytes, oldest first\n{text}" if self.words.left_out else text

    def _take(self, source: int, data: bytes, target: int) -> None:
        self.rhythm.heard(self.silent)
        self.spoke = time.monotonic()
        self.words.take(source, data)
        # Our own reader may be gone: the job is none the worse for it.
        with contextlib.suppress(OSError):
            view = memoryview(data)
            while view:
                view = view[os.write(target, view) :]


def _read(source: int) -> bytes:
    try:
        return os.read(source, 1 << 16)
    except OSError:  # a terminal whose other end is closed
        return b""
