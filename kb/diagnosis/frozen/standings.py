"""The stacks of one job -> who stands where; the few who stand elsewhere than the others are suspected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.reading.blocks import Block
from kb.reading.stacks.job import WAITING, Group, groups_in
from kb.reading.stacks.stack import Frame
from kb.reading.stacks.standing import Standing


@dataclass(frozen=True, slots=True)
class Standings:
    """Largest group first. `unnamed` stacks are left out, because others say their rank and these do not."""

    groups: tuple[Group, ...]
    unnamed: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the groups tell, in plain words."""
        said = [_all_in(self.groups[0]) if len(self.groups) == 1 else _apart(self.groups)]
        still = [group for group in self.groups if group.moved is False]
        if still and len(still) == len(self.groups):
            said.append("Nobody has moved between the two samples: stuck.")
        elif still:
            said += [f"{_large(group.who)} {_has(group)} not moved between the two samples." for group in still]
        said += [f"{_large(g.who)} moved between the two samples: slow, not stuck." for g in self.groups if g.moved]
        if self.unnamed:
            said.append(f"Left out: {self.unnamed} more stacks that name no rank.")
        return tuple(said)


def find_standings(blocks: Iterable[Block]) -> Standings | None:
    """The stacks among the blocks of one job -> who stands where; None where there are none that tell."""
    groups, unnamed = groups_in(blocks)
    return Standings(groups, unnamed) if groups else None


def _all_in(group: Group) -> str:
    where, many = group.where, len(group.members) > 1
    who = f"{_large(group.who)} {'all stand' if many else 'stands'} in {place_of(where)}"
    if len(group.members) == 1 and group.members[0].ended:
        return f"{_large(group.who)} ended in {place_of(where)}: {group.members[0].ended}."
    if not many:
        return f"{who}."
    if where.what in WAITING:
        return (
            f"{who}. Nobody in this paste is missing there: if these are all ranks, look for a stall in the device "
            "or the network, not for a rank that did not come."
        )
    return f"{who}: what they wait for there is the cause, not a rank."


def _apart(groups: Sequence[Group]) -> str:
    """The majority first, then who stands elsewhere."""
    mains = [group for group in groups if not group.where.worker]
    others = [group for group in groups if group.suspected]
    rest = [group for group in groups if group not in others]
    told = "; ".join(f"{_small(g.who)} {_stand(g)} in {place_of(g.where)}" for g in [*rest, *others])
    if others:
        return f"{_large(told)}: look {'there' if len(others) == 1 else 'at these'} first."
    if len(mains) < 2:
        return f"{_large(told)}."
    return f"{_large(told)}. They stand apart, and no place is the majority's."


def place_of(where: Standing) -> str:
    """'all_reduce (train.py:12)': what a process waits in, and the own line that called it."""
    frame = where.own or where.frame
    file = shown_file(frame)
    return f"{where.function} ({file})" if file else where.function


def shown_file(frame: Frame) -> str:
    name = frame.file.rpartition("/")[2]
    return f"{name}:{frame.line}" if frame.line else name


def _stand(group: Group) -> str:
    return "stand" if len(group.members) > 1 else "stands"


def _has(group: Group) -> str:
    return "have" if len(group.members) > 1 else "has"


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
