"""Passes on what a program prints, byte for byte, and keeps its last words."""

from __future__ import annotations

import contextlib
import os
import selectors
import time
from collections import deque

KEPT = 512 << 10  # bytes


class Passing:
    """From each pipe to its descriptor. `spoke` is when anything came last (monotonic seconds)."""

    def __init__(self, pipes: dict[int, int]):
        self.spoke, self.last, self.kept, self.left_out = time.monotonic(), deque(), 0, 0
        self.selector = selectors.DefaultSelector()
        for pipe, target in pipes.items():
            self.selector.register(pipe, selectors.EVENT_READ, target)

    @property
    def open(self) -> bool:
        return bool(self.selector.get_map())

    def step(self, patience: float) -> bool:
        """Waits so long (seconds) for something and passes it on; whether there was anything."""
        if not self.open:
            time.sleep(patience)
            return False
        ready = self.selector.select(patience)
        for key, _ in ready:
            if data := os.read(key.fd, 1 << 16):
                self._take(data, key.data)
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
        text = b"".join(self.last).decode(errors="replace")
        return f"cut: the first {self.left_out} bytes\n{text}" if self.left_out else text

    def _take(self, data: bytes, target: int) -> None:
        self.spoke = time.monotonic()
        self.last.append(data)
        self.kept += len(data)
        while self.kept - len(self.last[0]) > KEPT:
            gone = len(self.last.popleft())
            self.kept, self.left_out = self.kept - gone, self.left_out + gone
        # Our own reader may be gone: the job is none the worse for it.
        with contextlib.suppress(OSError):
            view = memoryview(data)
            while view:
                view = view[os.write(target, view) :]
