"""One line on a terminal that says how far we are; nothing where nobody watches."""

from __future__ import annotations

from typing import TextIO

WIDTH = 100


class Progress:
    """Call it with what is going on; `done` leaves a last line. Silent unless the stream is a terminal."""

    def __init__(self, stream: TextIO):
        self.stream, self.shown = stream, stream.isatty()

    def __call__(self, text: str) -> None:
        if self.shown:
            self.stream.write(f"\r\033[K[collect] {text[:WIDTH]}")
            self.stream.flush()

    def done(self, text: str) -> None:
        """The last line, which stays."""
        if self.shown:
            self.stream.write(f"\r\033[K[collect] {text}\n")
            self.stream.flush()
