"""Numbers of ranks -> words for people."""

from __future__ import annotations

from collections.abc import Sequence

from kb.language import either, gettext, in_chinese, ngettext

MOST_RUNS = 24


def ranks(numbers: Sequence[int]) -> str:
    """[0, 1, 2, 5] -> 'Ranks 0-2 and 5'."""
    told = ngettext("Rank {ranks}", "Ranks {ranks}", len(numbers))
    return told.format(ranks=numbers_in_short(numbers))


def numbers_in_short(numbers: Sequence[int]) -> str:
    """[0, 1, 2, 5] -> '0-2 and 5'."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    shown = [words for run in runs[:MOST_RUNS] for words in _of_run(run)]
    if len(runs) > MOST_RUNS:
        return _listed(shown) + gettext(" and {number} more runs").format(number=len(runs) - MOST_RUNS)
    return _listed(shown) if in_chinese() else " and ".join(filter(None, (_listed(shown[:-1]), *shown[-1:])))


def _of_run(run: list[int]) -> list[str]:
    """Two neighbours are two numbers."""
    first, last = run[0], run[-1]
    return [f"{first}-{last}"] if last - first > 1 else [str(number) for number in run]


def _listed(words: Sequence[str]) -> str:
    return either(", ", "、").join(words)
