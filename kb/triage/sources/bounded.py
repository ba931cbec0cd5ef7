"""A stream of any length -> its beginning and its end, and how many bytes between them were passed over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import BinaryIO

MIB = 1024 * 1024
# Of a log that is longer than both together, so much of its beginning and of its end is read.
HEAD, TAIL = 128 * MIB, 32 * MIB
# What a small file unpacks to may have no end: beyond this, unpacking stops.
MOST_UNPACKED = 8 * 1024 * MIB
BLOCK = 256 * 1024


def piecewise(stream: BinaryIO) -> Callable[[int], bytes]:
    """Reads what is there: of a log that breaks off, `read` would lose the last lines before the break."""
    return getattr(stream, "read1", stream.read)


class Bounded:
    """Reads like a file. `size` is what the stream holds, where it is known and can be sought in; -1 otherwise.

    `cut` counts the bytes passed over, `endless` says that there were more than anybody would unpack.
    """

    def __init__(self, stream: BinaryIO, size: int = -1, head: int = HEAD, tail: int = TAIL, most: int = MOST_UNPACKED):
        self._stream, self._size, self._head, self._tail, self._most = stream, size, head, tail, most
        self._read = piecewise(stream)
        self._end: deque[bytes] | None = None
        self.read_bytes = self.cut = 0
        self.endless = False

    def read(self, size: int = BLOCK) -> bytes:
        """At most `size` bytes; nothing at the end."""
        if self._end is None and (left := self._head - self.read_bytes) > 0:
            if block := self._read(min(size, left)):
                self.read_bytes += len(block)
                return block
            self._end = deque()
        if self._end is None:
            self._end = self._sought() if self._size >= 0 else self._run_through()
        return self._end.popleft() if self._end else b""

    def _sought(self) -> deque[bytes]:
        """The last bytes of a file; what lies between is never touched."""
        begin = max(self._size - self._tail, self._head)
        self.cut = begin - self._head
        if self.cut:
            self._stream.seek(begin)
        return self._joined(self._blocks(self._size - begin))

    def _blocks(self, left: int) -> deque[bytes]:
        found: deque[bytes] = deque()
        while left > 0 and (block := self._read(min(BLOCK, left))):
            left -= len(block)
            found.append(block)
        return found

    def _run_through(self) -> deque[bytes]:
        """The last bytes of what has to be unpacked to be skipped."""
        found: deque[bytes] = deque()
        kept, seen = 0, self._head
        while block := self._read(BLOCK):
            found.append(block)
            kept, seen = kept + len(block), seen + len(block)
            while kept - len(found[0]) >= self._tail:
                kept -= len(found[0])
                self.cut += len(found.popleft())
            if seen >= self._most:
                self.endless = True
                break
        return self._joined(found)

    def _joined(self, found: deque[bytes]) -> deque[bytes]:
        """Behind a cut the rest of a line would be glued to the last line of the beginning."""
        if self.cut:
            found.appendleft(b"\n")
        self.read_bytes += sum(map(len, found))
        return found
