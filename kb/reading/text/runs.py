"""Numbers of ranks -> words for people."""

from __future__ import annotations

from collections.abc import Sequence

MOST_RUNS = 24


def ranks(numbers: Sequence[int]) -> str:
    """[0, 1, 2, 5] -> 'Ranks 0-2, 5'."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    shown = ", ".join("-".join(map(str, run)) for run in runs[:MOST_RUNS])
    shown += f" and {len(runs) - MOST_RUNS} more runs" if len(runs) > MOST_RUNS else ""
    return f"Rank{'s' if len(numbers) > 1 else ''} {shown}"
