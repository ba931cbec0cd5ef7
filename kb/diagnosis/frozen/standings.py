"""The stacks of one job -> who stands where; the few who stand elsewhere than the others are suspected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.diagnosis.hang import ranks
from kb.language import gettext, marked, marked_plural, ngettext
from kb.reading.blocks import Block
from kb.reading.stacks.stack import Frame, Stack
from kb.reading.stacks.standing import Standing, main_standing
from kb.reading.text.lines import rank_of_file

# Whoever stands in these waits for others, or for the device that waits for others.
WAITING = ("collective", "store", "device", "backward")
MOST_NAMED = 8
PROCESS, PROCESSES = marked("process {pid}"), marked("processes ")
OF_LINE, OF_LINES = marked("the process of line {line}"), marked("the processes of lines ")
STILL = marked_plural("{who} has not moved between the two samples.", "{who} have not moved between the two samples.")
MOVED = marked("{who} moved between the two samples: slow, not stuck.")
STANDS, ENDED = marked("{who} stands in {place}."), marked("{who} ended in {place}: {how}.")
NOBODY_MISSING = marked(
    "{who} all stand in {place}. Nobody in this paste is missing there: if these are all ranks, look for a stall in "
    "the device or the network, not for a rank that did not come."
)
WAIT_FOR_SOMETHING = marked("{who} all stand in {place}: what they wait for there is the cause, not a rank.")


@dataclass(frozen=True, slots=True)
class Stood:
    """One process: its rank, None where nothing tells it, and where its main thread stood last.

    `name` is its rank or process for people; `moved` whether two samples differ, None where there is only one.
    """

    name: str
    rank: int | None
    where: Standing
    line: int
    file: str = ""
    moved: bool | None = None
    ended: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Processes that stand at the same place; `suspected` where the others stand elsewhere."""

    members: tuple[Stood, ...]
    suspected: bool = False

    @property
    def where(self) -> Standing:
        return self.members[0].where

    @property
    def who(self) -> str:
        """'Ranks 0-2, 5', or the names of processes."""
        who = _names(self.members)
        if not self.where.worker:
            return who
        told = ngettext("a data loader worker of {who}", "data loader workers of {who}", len(self.members))
        return told.format(who=_small(who))

    @property
    def moved(self) -> bool | None:
        """Whether any of them moved between two samples; None where that is not known of each."""
        known = [member.moved for member in self.members]
        return True if any(known) else None if None in known else False


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
            said.append(gettext("Nobody has moved between the two samples."))
        elif still:
            said += [_said(group, ngettext(*STILL, len(group.members))) for group in still]
        said += [_said(group, gettext(MOVED)) for group in self.groups if group.moved]
        if self.unnamed:
            said.append(gettext("Left out: {number} more stacks that name no rank.").format(number=self.unnamed))
        return tuple(said)


def find_standings(blocks: Iterable[Block]) -> Standings | None:
    """The stacks among the blocks of one job -> who stands where; None where there are none that tell."""
    stood = [member for own in _by_process(blocks).values() if (member := _stood(own))]
    shown = [member for member in stood if member.rank is not None] or _by_one_tool(stood)
    if not shown:
        return None
    places: dict[tuple[str, bool], list[Stood]] = defaultdict(list)
    for member in sorted(shown, key=lambda member: (member.rank or 0, member.line)):
        places[member.where.place, member.where.worker].append(member)
    ordered = sorted(places.values(), key=lambda own: (own[0].where.worker, -len(own), not _waits(own)))
    suspected = _suspected(ordered)
    groups = tuple(Group(tuple(own), number in suspected) for number, own in enumerate(ordered))
    return Standings(groups, len(stood) - len(shown))


def _by_one_tool(stood: list[Stood]) -> list[Stood]:
    """Without ranks, the stacks of a second tool may be of the same processes: they are not compared."""
    tool = next((member.source for member in stood if member.where.own), stood[0].source if stood else "")
    return [member for member in stood if member.source == tool]


def _by_process(blocks: Iterable[Block]) -> dict[tuple, list[tuple[Block, Stack, Standing]]]:
    """The main stack of each block under its process: the rank, else the process, else the block alone."""
    found: dict[tuple, list[tuple[Block, Stack, Standing]]] = defaultdict(list)
    for block in blocks:
        stacks = block.said
        if not _are_stacks(stacks) or block.values.get("role") in ("launcher", "other"):
            continue
        chosen = main_standing(stacks)
        if chosen is None:
            continue
        stack, where = chosen
        rank, process = _rank(block, stack), block.values.get("pid") or stack.process
        if _tells(stack, where, rank):
            key = (rank, where.worker and process) if rank else (block.file, process or f"line {block.line}")
            found[key].append((block, stack, where))
    return found


def _names(members: Sequence[Stood]) -> str:
    """Ranks as runs; processes and lines each with their number."""
    numbers = sorted({member.rank for member in members if member.rank is not None})
    if len(numbers) == len(members):
        return ranks(numbers)
    named = [member.name for member in members]
    for one, several in ((gettext(PROCESS), gettext(PROCESSES)), (gettext(OF_LINE), gettext(OF_LINES))):
        before = one.partition("{")[0]
        if len(named) > 1 and all(name.startswith(before) for name in named):
            named = [several + named[0].removeprefix(before), *(name.removeprefix(before) for name in named[1:])]
    more = gettext(" and {number} more").format(number=len(named) - MOST_NAMED) if len(named) > MOST_NAMED else ""
    return ", ".join(named[:MOST_NAMED]) + more


def _are_stacks(said: object) -> bool:
    return isinstance(said, tuple) and bool(said) and isinstance(said[0], Stack)


def _tells(stack: Stack, where: Standing, rank: str) -> bool:
    """Frames that nobody knows tell nothing; the C++ frames of an error only whose they are."""
    return (where.what != "unknown" or where.own is not None) and (stack.source != "torch C++" or bool(rank))


def _stood(own: Sequence[tuple[Block, Stack, Standing]]) -> Stood | None:
    """Where one process stood last, by the source that shows the user's own code."""
    source = next((stack.source for _, stack, where in own if where.own), own[0][1].source)
    samples = [sample for sample in own if sample[1].source == source]
    block, stack, where = samples[-1]
    moved = None if len(samples) < 2 else any(sample[1].frames != stack.frames for sample in samples)
    rank, process = _rank(block, stack), block.values.get("pid") or stack.process
    if rank:
        name = gettext("rank {rank}").format(rank=rank)
    else:
        name = gettext(PROCESS).format(pid=process) if process else gettext(OF_LINE).format(line=block.line)
    return Stood(name, int(rank) if rank else None, where, block.line, block.file, moved, stack.ended, stack.source)


def _rank(block: Block, stack: Stack) -> str:
    """As collect's heading says, else the line's prefix, the stack itself, the file's name."""
    told = (block.values.get("rank", ""), block.printed_by, stack.rank, rank_of_file(block.file))
    return next((rank[:5] for rank in told if rank.isdecimal()), "")


def _waits(own: Sequence[Stood]) -> bool:
    return own[0].where.what in WAITING


def _suspected(ordered: Sequence[Sequence[Stood]]) -> set[int]:
    """The numbers of the groups that are not the majority; at a draw, of those that do not wait for others."""
    mains = [number for number, own in enumerate(ordered) if not own[0].where.worker]
    if len(mains) < 2:
        return set()
    largest = len(ordered[mains[0]])
    level = [number for number in mains if len(ordered[number]) == largest]
    if len(level) == 1:
        return set(mains) - {mains[0]}
    busy = {number for number in mains if not _waits(ordered[number])}
    return busy if busy != set(mains) else set()


def _all_in(group: Group) -> str:
    if len(group.members) > 1:
        return _said(group, gettext(NOBODY_MISSING if group.where.what in WAITING else WAIT_FOR_SOMETHING))
    return _said(group, gettext(ENDED if group.members[0].ended else STANDS))


def _apart(groups: Sequence[Group]) -> str:
    """The majority first, then who stands elsewhere."""
    mains = [group for group in groups if not group.where.worker]
    others = [group for group in groups if group.suspected]
    rest = [group for group in groups if group not in others]
    stand = lambda group: ngettext("{who} stands in {place}", "{who} stand in {place}", len(group.members))  # noqa: E731
    told = "; ".join(stand(g).format(who=_small(g.who), place=place_of(g.where)) for g in [*rest, *others])
    if others:
        sentence = ngettext("{who}: look there first.", "{who}: look at these first.", len(others))
    elif len(mains) < 2:
        sentence = gettext("{who}.")
    else:
        sentence = gettext("{who}. They stand apart, and no place is the majority's.")
    return sentence.format(who=_large(told))


def _said(group: Group, sentence: str) -> str:
    return sentence.format(who=_large(group.who), place=place_of(group.where), how=group.members[0].ended)


def place_of(where: Standing) -> str:
    """'all_reduce (train.py:12)': what a process waits in, and the own line that called it."""
    frame = where.own or where.frame
    file = shown_file(frame)
    return f"{where.function} ({file})" if file else where.function


def shown_file(frame: Frame) -> str:
    name = frame.file.rpartition("/")[2]
    return f"{name}:{frame.line}" if frame.line else name


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]
