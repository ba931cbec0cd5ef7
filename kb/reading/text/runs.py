"""Numbers of ranks -> words for people."""

from __future__ import annotations

from collections.abc import Sequence

from kb.language import either, gettext, ngettext

MOST_RUNS = 24


def ranks(numbers: Sequence[int]) -> str:
    """[0, 1, 2, 5] -> 'Ranks 0-2, 5'."""
    told = ngettext("Rank {ranks}", "Ranks {ranks}", len(numbers))
    return told.format(ranks=numbers_in_short(numbers))


def numbers_in_short(numbers: Sequence[int]) -> str:
    """[0, 1, 2, 5] -> '0-2, 5'."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    shown = either(", ", "、").join("-".join(map(str, run)) for run in runs[:MOST_RUNS])
    if len(runs) > MOST_RUNS:
        shown += gettext(" and {number} more runs").format(number=len(runs) - MOST_RUNS)
    return shown
