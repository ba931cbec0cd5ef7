"""NCCL RAS reports -> which ranks of which communicator are gone, or have launched less than the others.

A count that differs is normal while a job runs. Two samples in which it stands still say that it is stuck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.language import gettext, marked
from kb.reading.dumps.ras import Communicator, Report
from kb.reading.text.runs import ranks


@dataclass(frozen=True, slots=True)
class Standing:
    """One rank of one communicator that stands out; `state` is dead, unresponsive, missing, or behind.

    `operation` is what it has launched less of: `launched`, where most have launched `most`.
    """

    communicator: str
    rank: int
    state: str
    operation: str = ""
    launched: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """What the reports of one job tell. `still`: two samples have the same counts; None where there is one sample.
    `differ`: some ranks have launched less than others, whichever they are.
    """

    standings: tuple[Standing, ...]
    dead: tuple[tuple[int, str], ...] = ()
    still: bool | None = None
    version: str = ""
    whole: bool = False
    differ: bool = False

    @property
    def gone(self) -> tuple[int, ...]:
        return tuple(sorted({s.rank for s in self.standings if s.state != "behind"}))

    @property
    def behind(self) -> tuple[int, ...]:
        return tuple(sorted({s.rank for s in self.standings if s.state == "behind"} - set(self.gone)))

    @property
    def sentences(self) -> tuple[str, ...]:
        dead = gettext("NCCL takes process {pid} on {host} for dead: it did not answer for a minute.")
        said = [dead.format(pid=pid, host=host) for pid, host in self.dead[:8]]
        if self.gone:
            told = gettext("{ranks} did not answer NCCL: dead, stopped, or cut off from the network.")
            said.append(told.format(ranks=ranks(self.gone)))
        if self.behind:
            said.append(gettext(BEHIND[self.still]).format(ranks=ranks(self.behind)))
        if self.differ and not self.behind:
            said.append(gettext("NCCL reports ranks that launched fewer operations than others, but not which."))
        if not said:
            said.append(gettext("NCCL reports no missing rank and no rank behind the others."))
        return tuple(said)


BEHIND = {
    None: marked(
        "{ranks} had launched fewer operations than the others; in one look that may be normal: ask again, a stuck "
        "job's counts stand still."
    ),
    True: marked(
        "{ranks} had launched fewer operations than the others, and the counts stand still: look there first."
    ),
    False: marked("{ranks} had launched fewer operations than the others, but the counts move: the job runs."),
}


def find_counted(reports: Sequence[Report]) -> Counted | None:
    """The reports of one job, in their order -> what the last one tells; None where there are none."""
    if not reports:
        return None
    last = reports[-1]
    standings = [standing for communicator in last.communicators for standing in _standings(communicator)]
    sizes = [communicator.size or 0 for communicator in last.communicators]
    return Counted(
        standings=tuple(standings),
        dead=tuple(last.dead),
        still=_still(reports),
        version=last.version,
        whole=len(set(sizes)) == 1 and len(last.communicators) == 1,
        differ=any(len({last for _, last in many}) > 1 for c in last.communicators for many in c.many.values()),
    )


def _still(reports: Sequence[Report]) -> bool | None:
    """Whether the last two looks at one communicator are alike."""
    if len(reports) < 2:
        return None
    before = {c.name: (c.counts, c.many) for c in reports[-2].communicators if c.counts or c.many}
    now = {c.name: (c.counts, c.many) for c in reports[-1].communicators if c.counts or c.many}
    shared = before.keys() & now.keys()
    return all(before[name] == now[name] for name in shared) if shared else None


def _standings(communicator: Communicator) -> list[Standing]:
    gone = [Standing(communicator.name, rank, state) for rank, state in sorted(communicator.missing.items())]
    behind = []
    for operation, counts in communicator.counts.items():
        most = _most(counts, communicator.many.get(operation, ()))
        low = {rank: n for rank, n in counts.items() if most is not None and n < most}
        behind += [Standing(communicator.name, r, "behind", operation, n, most) for r, n in sorted(low.items())]
    return gone + behind


def _most(counts: Mapping[int, int], many: Sequence[tuple[int, int]]) -> int | None:
    """What the furthest have launched; None where nobody is ahead of anybody."""
    told = Counter(counts.values()) + Counter({last: ranks for ranks, last in many})
    return max(told) if len(told) > 1 else None
