"""What a failed run says beside a good one: the object that JSON and terminal show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line (from 1, in `file`) that stands for its kind, which has `count` lines; secrets are masked."""

    line: int
    text: str
    file: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class New:
    """A line of a kind that the good run never says; `kind` is exception, error, warning, other or continued."""

    line: Line
    kind: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two lines of one kind: in the failed run and in the good one."""

    here: Line
    there: Line


@dataclass(frozen=True, slots=True)
class Difference:
    """`new` are the most telling of `new_count` kinds of lines that the good run never says, no frames among them.

    `reached` is how far the failed run came on the good one's way, `expected` what the good one said next, in order,
    and the failed one never. `stopped` has the last line of what the good run repeats to its end. `passed_over` counts
    the kinds of lines that were too many to be compared, `masked` the secrets in all these lines; `notice` says why
    the good log could not be read.
    """

    new: tuple[New, ...] = ()
    new_count: int = 0
    reached: Pair | None = None
    expected: tuple[Line, ...] = ()
    stopped: tuple[Pair, ...] = ()
    good_lines: int = 0
    passed_over: int = 0
    masked: int = 0
    notice: str = ""
