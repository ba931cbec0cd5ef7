"""The last that each rank printed, in bounded memory: a rank that prints much pushes out no other's last words."""

from __future__ import annotations

import re
from collections import deque

# Bytes kept of lines that name no rank, of each rank's, and ranks that are told apart; the rest share the last place.
KEPT = 512 << 10
KEPT_OF_A_RANK = 32 << 10
MOST_RANKS = 512
LONGEST_LINE = 16 << 10
# What launchers put in front: [rank3]: (torch), [default3]: (torchrun --tee), 3: (srun -l), [1,3]<stdout>: (mpirun).
RANK = re.compile(rb"\s*(?:\[rank(\d{1,5})\]|\[default(\d{1,5})\]:|(\d{1,5}): |\[\d+,(\d{1,5})\]<std(?:out|err)>:)")


class Ring:
    """The last lines that fit into so many bytes."""

    def __init__(self, most: int):
        self.most, self.size, self.left_out = most, 0, 0
        self.lines: deque[tuple[int, bytes]] = deque()

    def add(self, number: int, line: bytes) -> None:
        self.lines.append((number, line))
        self.size += len(line)
        while self.size > self.most and len(self.lines) > 1:
            gone = len(self.lines.popleft()[1])
            self.size, self.left_out = self.size - gone, self.left_out + gone


class LastWords:
    """Takes pieces of several streams as they come; gives whole lines back in the order in which they came."""

    def __init__(self) -> None:
        self.common, self.of_rank = Ring(KEPT), {}
        self.begun: dict[int, bytes] = {}
        self.count = 0

    def take(self, stream: int, data: bytes) -> None:
        """A piece of what a stream printed; a line may come in several."""
        *whole, begun = (self.begun.get(stream, b"") + data).split(b"\n")
        for line in whole:
            self._line(line + b"\n")
        while len(begun) > LONGEST_LINE:
            self._line(begun[:LONGEST_LINE])
            begun = begun[LONGEST_LINE:]
        self.begun[stream] = begun

    def _line(self, line: bytes) -> None:
        self.count += 1
        self._ring(line).add(self.count, line)

    def _ring(self, line: bytes) -> Ring:
        found = RANK.match(line)
        if found is None:
            return self.common
        rank = int(found[found.lastindex])
        if rank not in self.of_rank:
            if len(self.of_rank) >= MOST_RANKS:
                return self.common
            self.of_rank[rank] = Ring(KEPT_OF_A_RANK)
        return self.of_rank[rank]

    @property
    def left_out(self) -> int:
        """Bytes that were printed and are not kept."""
        return sum(ring.left_out for ring in (self.common, *self.of_rank.values()))

    def text(self) -> bytes:
        """All that is kept, as it came; what a stream has begun stands at the end."""
        lines = sorted(line for ring in (self.common, *self.of_rank.values()) for line in ring.lines)
        return b"".join([*(line for _, line in lines), *self.begun.values()])
