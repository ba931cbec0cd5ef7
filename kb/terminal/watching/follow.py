"""Log files that somebody else's job writes -> an answer whenever they have fallen silent, as from a sidecar."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kb.collect.watching.rhythm import Fixed, Learnt

NAMES = (".log", ".out", ".err", ".txt")
# One file a rank, and each node's own; of more, those that were written last.
MOST_FILES = 1024
LOOK = 1.0


class Following:
    """The logs below a folder; `answer` is called with them once they have been silent for longer than is usual."""

    def __init__(self, folder: Path, rhythm: Fixed | Learnt, answer: Callable[[list[Path], str], None]):
        self.folder, self.rhythm, self.answer = folder, rhythm, answer
        self.seen, self.spoke, self.told = self._state(), time.monotonic(), False

    def step(self) -> None:
        """One look: more was written, or the silence has become long."""
        state, now = self._state(), time.monotonic()
        if state != self.seen:
            self.rhythm.heard(now - self.spoke)
            self.seen, self.spoke, self.told = state, now, False
        elif not self.told and now - self.spoke > self.rhythm.limit:
            self.now(f"nothing was written below {self.folder} for {(now - self.spoke) / 60:.1f} minutes")

    def now(self, why: str) -> None:
        """The answer for what is there, unless it was given already."""
        if not self.told and self.seen:
            self.told = True
            newest = sorted(self.seen, key=lambda path: self.seen[path][1])[-MOST_FILES:]
            self.answer(sorted(newest), why)

    def _state(self) -> dict[Path, tuple[int, int]]:
        """Path -> size and time of change."""
        return dict(_files(self.folder))


def _files(folder: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    for above, _, names in os.walk(folder):
        for name in names:
            if name.endswith(NAMES):
                path = Path(above, name)
                try:
                    status = path.stat()
                except OSError:
                    continue
                if status.st_size:
                    yield path, (status.st_size, status.st_mtime_ns)
