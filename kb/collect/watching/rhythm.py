"""How long a job is usually silent, so that an unusual silence can be told from its own rhythm."""

from __future__ import annotations

from collections import deque

# Until so many silences were heard nothing is known of the job's rhythm, and START is waited for.
FEW = 20
START = 30 * 60.0
# So many times its longest usual silence is no silence of its own any more.
TIMES = 4.0
# Never sooner and never later than this, in seconds: a checkpoint takes minutes, and NCCL gives up after ten.
SHORTEST, LONGEST = 120.0, 30 * 60.0
# Silences that count; an hour of one line a second is forgotten in less than two.
HEARD = 5000
# Lines that come as one block are no rhythm.
BLOCK = 0.05


class Fixed:
    """A job whose user said how long it may be silent."""

    def __init__(self, seconds: float):
        self.limit = seconds

    def heard(self, silent: float) -> None:
        """Nothing is learnt."""


class Learnt:
    """`limit` is after how many seconds of silence a job that was `heard` so far is no longer in its rhythm."""

    def __init__(self) -> None:
        self.silences: deque[float] = deque(maxlen=HEARD)

    def heard(self, silent: float) -> None:
        """The job prints again after so many seconds."""
        if silent > BLOCK:
            self.silences.append(silent)

    @property
    def limit(self) -> float:
        if len(self.silences) < FEW:
            return START
        return min(LONGEST, max(SHORTEST, TIMES * max(self.silences)))
