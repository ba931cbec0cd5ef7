"""Ranks that wait at different places of one program -> which branch or loop of it has parted them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from kb.reading.frozen.branches import Around, Row

# What a condition names that is the number of a rank, or comes from it.
BY_RANK = re.compile(
    r"(?i)(?<![a-z])\w{0,40}rank(?!s|ed)|is_(?:local_|world_)?(?:main|master|process_zero|global_zero)"
    r"|(?:main|master)_process"
)
ENDLESS = re.compile(r"while (?:True|1)|for \w{1,80} in (?:itertools\.)?(?:count|cycle)\(.*")
# As many turns on all ranks, unless its bounds are counted from something.
COUNTED = re.compile(r"for \w{1,80} in (?:\w{1,40}\.)?t?range\((?!.*\().*\)")
DATA_ENDED = re.compile(r"StopIteration|\blen\(|\bis None\b")
LOOPS = ("for ", "while ", "async for ")
OF_A_DICTIONARY = re.compile(r"for .{1,100} in (?:sorted\()?[\w.]{1,100}\.(?:items|keys|values)\(\)\)?")
# As many turns on all ranks, too.
COUNTER = re.compile(
    r"\b(?:global_|total_|num_)?(?:step|iter|iteration|it|i|n|epoch|batch_idx)s?(?:_\w{1,20})? ?(?:>=?|==) ?\S"
)
# Ranks that only hand data on to each other stand in different branches by design; a handle may be of anything.
TELLS_NOTHING = re.compile(r"(?:batch_)?i?(?:send|recv)\w*|wait\w*|synchronize")


@dataclass(frozen=True, slots=True)
class Place:
    """Where one rank waits: the function, and its own frames with what is around them, innermost first."""

    function: str
    frames: tuple[Around, ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """What parted two ranks: a word for `what`, and the frame and the header that show it, of the place `number`."""

    what: str
    word: str
    number: int
    frame: Around
    header: str


def parted(places: Sequence[Place]) -> list[Parted]:
    """Every branch and loop that parts two of the places, by what it depends on; each word once."""
    found: dict[tuple[str, str], Parted] = {}
    for number, other in permutations(range(len(places)), 2):
        for told in _between(places[number], places[other], number):
            found.setdefault((told.what, told.word), told)
    return list(found.values())


def _between(ahead: Place, other: Place, number: int) -> Iterator[Parted]:
    pair = _where_they_part(ahead.frames, other.frames)
    if pair is None or TELLS_NOTHING.fullmatch(ahead.function) or TELLS_NOTHING.fullmatch(other.function):
        return
    frame, beside = pair
    for row in _branches(frame, beside, same_call=ahead.function == other.function):
        yield Parted("branch_taken", "by-rank" if BY_RANK.search(row.header) else "by-data", number, frame, row.header)
    if loop := _left(frame, beside):
        causes = _causes(loop, directly=beside is other.frames[0])
        header = ", ".join([loop.header, *loop.left])
        yield from (Parted("loop_left", cause, number, frame, header) for cause in causes)
        inner = [row for row in beside.rows if row.how == "in" and row.header.startswith("for ")]
        if OF_A_DICTIONARY.fullmatch(inner[-1].header if inner else ""):
            yield Parted("calls_for_each_of", "dictionary", number, frame, inner[-1].header)
    elif _has_passed(frame, beside):
        yield Parted("call_passed", "yes", number, frame, f"line {beside.line}")


def _where_they_part(ahead: Sequence[Around], other: Sequence[Around]) -> tuple[Around, Around] | None:
    """The outermost function that both are in, at different lines."""
    theirs = {frame.scope: frame for frame in other}
    pairs = ((frame, theirs[frame.scope]) for frame in reversed(ahead) if frame.scope in theirs)
    return next((pair for pair in pairs if pair[0].line != pair[1].line), None)


def _branches(ahead: Around, other: Around, same_call: bool) -> Iterator[Row]:
    """Branches that `ahead` stands in and `other` does not; both sides of one where they call different things."""
    for row in ahead.rows:
        if row.header.startswith("if ") and row.how != "behind":
            beside = other.row(row.first)
            if beside is None or (beside.how != row.how and not same_call):
                yield row


def _left(ahead: Around, other: Around) -> Row | None:
    """The loop that `ahead` has left and `other` has not; None where both turn in one: each may be a turn ahead."""
    loops = [row for row in other.rows if row.how == "in" and row.header.startswith(LOOPS)]
    theirs = [ahead.row(loop.first) for loop in loops]
    if any(row and row.how == "in" for row in theirs):
        return None
    return next((loop for loop, row in zip(loops, theirs, strict=True) if row and row.how == "behind"), None)


def _causes(loop: Row, directly: bool) -> list[str]:
    """Everything by which one rank can have come out of a loop, and not another, as far as this loop itself tells.

    `directly`: the other one waits in a call of the loop's own, not of a function of the program's that it calls.
    """
    if any(BY_RANK.search(when) for when in (*loop.left, *loop.skipped, *loop.branches)):
        return ["rank"]
    equal = bool(ENDLESS.fullmatch(loop.header) or COUNTED.fullmatch(loop.header))
    ended = [when for when in loop.left if DATA_ENDED.search(when)]
    decided = [when for when in loop.left if when not in ended and not COUNTER.search(when)]
    by_condition = loop.header.startswith("while ") and not equal
    possible = {
        "decision": bool(decided),
        "end": bool(ended) or not (equal or by_condition),
        "condition": by_condition,
        "skip": bool(loop.skipped),
        "calls": bool(loop.branches) or not directly or (equal and not (ended or decided)),
    }
    return [cause for cause, can_be in possible.items() if can_be]


def _has_passed(ahead: Around, other: Around) -> bool:
    """Whether `ahead` has come past the very call in which `other` still waits: no branch or loop lies between."""
    around = [[(row.how, row.first) for row in frame.rows if row.how != "behind"] for frame in (ahead, other)]
    turns = any(row.how == "in" and row.header.startswith(LOOPS) for row in ahead.rows)
    return around[0] == around[1] and not turns and ahead.line > other.line
