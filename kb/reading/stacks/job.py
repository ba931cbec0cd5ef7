"""The stacks of one job -> groups of processes that stand at the same place, and whether they moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.language import gettext, marked, ngettext
from kb.reading.blocks import Block
from kb.reading.stacks.stack import CRASHED, INTERRUPTED, NATIVE, Stack
from kb.reading.stacks.standing import WAITING, Standing, beside, main_standing
from kb.reading.text.lines import rank_of_file
from kb.reading.text.runs import ranks

MOST_NAMED = 8
# How a process is named, and how that is said of one and of several.
NAMED = {
    "rank ": (marked("rank {number}"), ""),
    "process ": (marked("process {number}"), marked("processes {numbers}")),
    "the process of line ": (marked("the process of line {number}"), marked("the processes of lines {numbers}")),
}


# The main stacks of one process, one a block.
Seen = list[tuple[Block, Stack, Standing]]


@dataclass(frozen=True, slots=True)
class Stood:
    """One process: its rank, None where nothing tells it, and where its main thread stood last.

    `name` is its rank or process for people, `process` its number; `moved` whether two samples differ, None where
    there is only one. `beside` is the collective that another of its threads stands in, while its main thread does.
    """

    name: str
    rank: int | None
    where: Standing
    line: int
    file: str = ""
    moved: bool | None = None
    ended: str = ""
    source: str = ""
    process: str = ""
    beside: str = ""


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
        """'Ranks 0-2 and 5', or the names of processes."""
        who = _names(self.members)
        if not self.where.worker:
            return who
        told = ngettext("a data loader worker of {who}", "data loader workers of {who}", len(self.members))
        return told.format(who=_small(who))

    @property
    def ended(self) -> str:
        """How they ended; empty where they still stood there."""
        return self.members[0].ended

    @property
    def crashed(self) -> bool:
        """Whether they say themselves that a signal ended them: they wait for nobody."""
        return self.members[0].source == CRASHED

    @property
    def interrupted(self) -> bool:
        """Whether they ended by Ctrl-C, and say where they were then."""
        return self.members[0].source == INTERRUPTED

    @property
    def beside(self) -> str:
        """The collective that a second thread of each stands in; empty where one of them has none."""
        return self.members[0].beside if all(member.beside for member in self.members) else ""

    @property
    def moved(self) -> bool | None:
        """Whether any of them moved between two samples; None where that is not known of each."""
        known = [member.moved for member in self.members]
        return True if any(known) else None if None in known else False


def groups_in(blocks: Iterable[Block]) -> tuple[tuple[Group, ...], int]:
    """The groups, largest first, and how many stacks are left out since others say their rank and these do not."""
    stood = [member for own in _paired(_by_process(blocks)) if (member := _stood(own))]
    shown = [member for member in stood if member.rank is not None] or _by_one_tool(stood)
    places: dict[tuple[str, bool, str], list[Stood]] = defaultdict(list)
    for member in sorted(shown, key=lambda member: (member.rank or 0, member.line)):
        places[member.where.place, member.where.worker, member.ended].append(member)
    ordered = sorted(places.values(), key=lambda own: (own[0].where.worker, -len(own), not _waits(own)))
    suspected = _suspected(ordered)
    return tuple(Group(tuple(own), n in suspected) for n, own in enumerate(ordered)), len(stood) - len(shown)


def _by_one_tool(stood: list[Stood]) -> list[Stood]:
    """Without ranks, the stacks of a second tool may be of the same processes: they are not compared."""
    tool = next((member.source for member in stood if member.where.own), stood[0].source if stood else "")
    return [member for member in stood if member.source == tool]


def _by_process(blocks: Iterable[Block]) -> dict[tuple, Seen]:
    """The main stack of each block under its process: the rank, else the process, else the block alone."""
    found: dict[tuple, Seen] = defaultdict(list)
    for block in blocks:
        stacks = block.said
        if not _are_stacks(stacks) or block.values.get("role") in ("launcher", "other"):
            continue
        chosen = main_standing(stacks)
        if chosen is None:
            continue
        stack, where = chosen
        rank, process = _rank(block, stack), _process(block, stack)
        if _tells(stack, where, rank):
            one = process or _same_thread(stack) or f"line {block.line}"
            key = (rank, where.worker and process) if rank else (block.file, one)
            found[key].append((block, stack, where))
    return found


def _same_thread(stack: Stack) -> str:
    """faulthandler names threads by their address, which another process has by chance only: one that dumps again."""
    return f"thread {stack.thread}" if stack.source == "faulthandler" and stack.thread else ""


def _paired(found: Mapping[tuple, Seen]) -> list[Seen]:
    """One Python stack and one native stack in a paste are of one process, where no number of one says otherwise."""
    seen = list(found.values())
    if len(seen) != 2 or len({stack.source in NATIVE for own in seen for _, stack, _ in own}) == 1:
        return seen
    named = [own for own in seen if _rank(*own[0][:2]) or _process(*own[0][:2])]
    return seen if len(named) == 2 else [seen[0] + seen[1]]


def _names(members: Sequence[Stood]) -> str:
    """Ranks as runs; processes and lines each with their number."""
    numbers = sorted({member.rank for member in members if member.rank is not None})
    if len(numbers) == len(members):
        return ranks(numbers)
    named = [member.name for member in members]
    shown = ", ".join(map(_in_words, named[:MOST_NAMED]))
    for before, (_, several) in NAMED.items():
        if several and len(named) > 1 and all(name.startswith(before) for name in named):
            shown = ", ".join(name.removeprefix(before) for name in named[:MOST_NAMED])
            shown = gettext(several).format(numbers=shown)
    if len(named) > MOST_NAMED:
        shown += gettext(" and {number} more").format(number=len(named) - MOST_NAMED)
    return shown


def _in_words(name: str) -> str:
    """The name in the reader's language."""
    before = next(before for before in NAMED if name.startswith(before))
    return gettext(NAMED[before][0]).format(number=name.removeprefix(before))


def _are_stacks(said: object) -> bool:
    return isinstance(said, tuple) and bool(said) and isinstance(said[0], Stack)


def _tells(stack: Stack, where: Standing, rank: str) -> bool:
    """Frames that nobody knows tell nothing; the C++ frames of an error only whose they are."""
    known = where.what != "unknown" or where.own is not None or where.does == "imports" or bool(stack.ended)
    return known and (stack.source != "torch C++" or bool(rank))


def _stood(own: Seen) -> Stood | None:
    """Where one process stood last, by the source that shows the user's own code."""
    source = next((stack.source for _, stack, where in own if where.own), own[0][1].source)
    samples = [sample for sample in own if sample[1].source == source]
    block, stack, where = samples[-1]
    where = _deeper(where, own)
    once = len(samples) < 2 or any(stack.ended for _, stack, _ in samples)
    moved = None if once else any(sample[1].frames != stack.frames for sample in samples)
    rank, process = _rank(block, stack), _process(block, stack)
    name = f"rank {rank}" if rank else f"process {process}" if process else f"the process of line {block.line}"
    second = beside(block.said, stack) if where.what == "collective" else None
    told = (block.line, block.file, moved, stack.ended, stack.source, process, second.function if second else "")
    return Stood(name, int(rank) if rank else None, where, *told)


def _deeper(where: Standing, own: Seen) -> Standing:
    """A Python stack ends where C begins: what the main thread waits in there, a native one of the process shows."""
    native = [deep for block, stack, deep in own if stack.source in NATIVE and (stack.process or len(block.said) == 1)]
    if where.what not in ("own code", "unknown") or not native or native[-1].what not in WAITING:
        return where
    return replace(where, what=native[-1].what, function=native[-1].function, frame=native[-1].frame)


def _rank(block: Block, stack: Stack) -> str:
    """As collect's heading says, else the line's prefix, the stack itself, the file's name."""
    told = (block.values.get("rank", ""), block.printed_by, stack.rank, rank_of_file(block.file))
    return next((rank[:5] for rank in told if rank.isdecimal()), "")


def _process(block: Block, stack: Stack) -> str:
    """As collect's heading says, else the stack itself, else the prefix of its lines."""
    return block.values.get("pid") or stack.process or block.process


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


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
