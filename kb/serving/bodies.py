"""Bodies of requests, collected in memory only and bounded one by one and together."""

from __future__ import annotations

from io import BytesIO
from weakref import WeakSet

MEGABYTE = 1024 * 1024


class Bodies:
    """Every body that this process holds: each keeps at most `most_each` bytes, all of them `most_together`."""

    def __init__(self, most_each: int, most_together: int):
        self.most_each, self.most_together = most_each, most_together
        self._open: WeakSet[Body] = WeakSet()

    def new(self) -> Body:
        body = Body(self)
        self._open.add(body)
        return body

    @property
    def held(self) -> int:
        return sum(body.kept for body in self._open)


class Body:
    """One body, with the methods of waitress's buffers, which would move a large one to a file.

    Over a limit its bytes are dropped and only counted: the sender can finish, and is then told why in full.
    `refused` says that this process had no memory left for it.
    """

    def __init__(self, bodies: Bodies):
        self._bodies, self._pieces = bodies, []
        self.length = self.kept = 0
        self.refused = False

    def append(self, piece: bytes) -> None:
        self.length += len(piece)
        if self.refused or self.length > self._bodies.most_each:
            self.close()
            return
        # Adding up all of them is only worth it once in a megabyte.
        if self.length // MEGABYTE > (self.length - len(piece)) // MEGABYTE:
            self.refused = self._bodies.held > self._bodies.most_together
        self._pieces.append(piece)
        self.kept += len(piece)

    def __len__(self) -> int:
        return self.length

    def getfile(self) -> BytesIO:
        self._pieces = [b"".join(self._pieces)]
        return BytesIO(self._pieces[0])

    def close(self) -> None:
        self._pieces, self.kept = [], 0
