"""A source -> an open log: plain bytes, its beginning and its end."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from kb.triage.sources import stores
from kb.triage.sources.bounded import Bounded
from kb.triage.sources.packed import LONGEST_MAGIC, is_packed, unpacked
from kb.triage.sources.source import Source


@contextmanager
def opened(source: Source) -> Iterator[Bounded]:
    """Raises OSError or NotInstalled; reading it, whatever stands in packed.BROKEN."""
    with ExitStack() as stack:
        raw = stack.enter_context(raw_file(source.path))
        if source.offset >= 0:
            raw = stack.enter_context(io.BufferedReader(Part(raw, source.offset, source.size)))
        head = raw.read(LONGEST_MAGIC)
        raw.seek(0)
        if is_packed(head):
            yield Bounded(stack.enter_context(unpacked(raw, head)))
        else:
            yield Bounded(raw, raw.seek(0, io.SEEK_END) + raw.seek(0))


def raw_file(path: str) -> BinaryIO:
    """The bytes as they are stored."""
    return stores.opened(path) if stores.is_address(path) else Path(path).open("rb")


class Part(io.RawIOBase):
    """`size` bytes of a file from `offset` on, as a file of its own."""

    def __init__(self, file: BinaryIO, offset: int, size: int):
        self._file, self._offset, self._size, self._at = file, offset, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        return self._at

    def readinto(self, target) -> int:
        self._file.seek(self._offset + self._at)
        piece = self._file.read(max(0, min(len(target), self._size - self._at)))
        target[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)
