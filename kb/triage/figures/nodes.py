"""Runs -> nodes on which more of them failed than chance explains, and every node's memory of its runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import false_discovery_control, hypergeom

from kb.triage.figures.runs import Run

# Of the nodes that are named, so large a share may be named by chance.
FALSE_DISCOVERY_RATE = 0.05
MOST_NAMED = 200
LONGEST_MEMORY = 60
FAILED, GOOD, ELSEWHERE = "failed", "good", "elsewhere"


@dataclass(frozen=True, slots=True)
class Node:
    """A node's runs. `failed` counts a job and its retries that fail in the same way once; `blamed` those whose log
    names this node; `others` is the share of failures on all other nodes when it was tested.

    `p` is one-sided, adjusted for the number of nodes; `memory` has its last runs, oldest first.
    """

    name: str
    failed: int
    good: int
    blamed: int
    memory: tuple[str, ...]
    ways: tuple[tuple[str, int], ...]
    p: float = 1.0
    others: float = 0.0
    stands_out: bool = False

    @property
    def share(self) -> float:
        return self.failed / (self.failed + self.good) if self.failed + self.good else 0.0


# Node -> what counts once -> a run, and whether it failed there.
Tried = dict[str, dict[object, tuple[Run, bool]]]


def nodes(runs: Sequence[Run]) -> list[Node]:
    """Those that stand out first, by their p; then the others by their failures."""
    tried = _tried(runs)
    named = _standing_out(tried)
    memory = _memory(runs)
    found = [_node(name, own, memory[name], named.get(name)) for name, own in tried.items()]
    return sorted(found, key=lambda node: (not node.stands_out, node.p, -node.failed, node.name))


def _tried(runs: Iterable[Run]) -> Tried:
    """A failure whose log names a node is no other node's."""
    tried: Tried = defaultdict(dict)
    for number, run in enumerate(runs):
        if not (run.failed or run.good):
            continue
        for name in run.nodes:
            if run.failed and run.node not in ("", name):
                continue
            again = (run.family, run.way) if run.failed and run.family else number
            tried[name].setdefault(again, (run, run.failed))
    return tried


def _standing_out(tried: Tried) -> dict[str, tuple[float, float]]:
    """Name -> (adjusted p, share of failures on the others).

    In rounds: the node that stands out most is named, and the failures that it took part in are set aside before the
    others are tested again. Whoever only shared jobs with a bad node is thereby not blamed for it.
    """
    named: dict[str, tuple[float, float]] = {}
    explained: set[str] = set()
    while len(named) < MOST_NAMED:
        names = [name for name in tried if name not in named]
        if len(names) < 2:
            break
        failed = np.array([_count(tried[name], True, explained) for name in names])
        good = np.array([_count(tried[name], False, explained) for name in names])
        p = _adjusted(failed, good)
        best = int(np.argmin(p))
        if p[best] > FALSE_DISCOVERY_RATE:
            break
        rest = failed.sum() - failed[best], good.sum() - good[best]
        named[names[best]] = float(p[best]), float(rest[0] / max(1, sum(rest)))
        explained |= {run.job for run, bad in tried[names[best]].values() if bad}
    return named


def _count(own: dict[object, tuple[Run, bool]], failed: bool, explained: set[str]) -> int:
    return sum(bad == failed and not (bad and run.job in explained) for run, bad in own.values())


def _adjusted(failed: np.ndarray, good: np.ndarray) -> np.ndarray:
    """Fisher's exact test, one-sided (more failures on this node than on all others), and Benjamini-Hochberg."""
    total, bad = failed.sum() + good.sum(), failed.sum()
    p = hypergeom.sf(failed - 1, total, bad, failed + good)
    return false_discovery_control(np.clip(p, 0.0, 1.0))


def _memory(runs: Iterable[Run]) -> dict[str, tuple[str, ...]]:
    """Node -> how its last runs went, oldest first."""
    told: dict[str, list[str]] = defaultdict(list)
    for run in runs:
        for name in run.nodes if run.failed or run.good else ():
            elsewhere = run.failed and run.node not in ("", name)
            told[name].append(ELSEWHERE if elsewhere else FAILED if run.failed else GOOD)
    return {name: tuple(own[-LONGEST_MEMORY:]) for name, own in told.items()}


def _node(
    name: str, own: dict[object, tuple[Run, bool]], memory: tuple[str, ...], named: tuple[float, float] | None
) -> Node:
    bad = [run for run, failed in own.values() if failed]
    ways: dict[str, int] = defaultdict(int)
    for run in bad:
        ways[run.way] += 1
    return Node(
        name=name,
        failed=len(bad),
        good=len(own) - len(bad),
        blamed=sum(run.node == name for run in bad),
        memory=memory,
        ways=tuple(sorted(ways.items(), key=lambda item: -item[1])[:3]),
        p=named[0] if named else 1.0,
        others=named[1] if named else 0.0,
        stands_out=named is not None,
    )
