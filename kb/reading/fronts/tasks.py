"""The first lines of a log -> whether the number in front of each is its rank, as `srun -l` writes it."""

from __future__ import annotations

import re

from kb.reading.text.lines import rank_of

LABEL = re.compile(r"(?P<task>\d{1,5}): {0,2}")
LONGEST_HEAD = 64 * 1024
# Some lines may have none (what srun itself says); where nearly each line has a number of its own, lines are counted.
SHARE, LINES_OF_EACH, FEWEST = 0.8, 1.5, 3


def are_ranks(head: bytes) -> bool:
    """Whether tasks are told by numbers, and hardly any calls itself another rank, as those of a node's launcher do."""
    lines = [line for line in head[:LONGEST_HEAD].decode("utf-8", errors="ignore").splitlines() if line.strip()]
    told = [(found["task"], line[found.end() :]) for line in lines if (found := LABEL.match(line))]
    tasks = {task for task, _ in told}
    if len(told) < max(FEWEST, SHARE * len(lines), LINES_OF_EACH * len(tasks)):
        return False
    named = [(rank, task) for task, rest in told if (rank := rank_of(rest))]
    return not named or sum(rank == task for rank, task in named) > len(named) / 2


def task_of(text: str) -> str:
    """The number in front of a line; empty where there is none."""
    found = LABEL.match(text)
    return found["task"] if found else ""
