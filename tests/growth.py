"""How much longer more work takes, in CPU time, on a machine that others use too."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

ROUNDS = 12


def growth(less: Callable[[], object], more: Callable[[], object], most: float) -> float:
    """CPU time of `more` in multiples of that of `less`: the best of as many rounds as it takes to be below `most`.

    Others only ever add to either, so a figure that is too high is taken again, and slow work stays slow.
    """
    times = (inf, inf)
    for _ in range(ROUNDS):
        times = min(times[0], _seconds(less)), min(times[1], _seconds(more))
        if times[1] < most * times[0]:
            break
    return times[1] / times[0]


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
