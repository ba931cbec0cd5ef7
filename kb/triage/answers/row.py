"""A job's line of jobs.jsonl: the only home of its schema."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

# known: a line proves an entry; unknown: it failed, and nothing is proved; clean: nothing in it failed;
# unread: none of its logs could be read.
State = Literal["known", "unknown", "clean", "unread"]


class Line(Struct, frozen=True):
    """A line of a log, masked. `line` counts from 1 in `file`; 0 where it stands behind what was read of its number."""

    text: str
    line: int = 0
    file: str = ""
    rank: str = ""
    time: str = ""


class Down(Struct, frozen=True):
    """Who went down first, as the log proves it."""

    ranks: tuple[int, ...]
    way: str
    host: str
    file: str
    line: int
    sentence: str


class Row(Struct, frozen=True, omit_defaults=False):
    """One answered job. Times are as the log's own clock has them, without a zone; `gpu_hours` is None if not said.

    `slug` is a guess where `confident` is false. `node` is the one that the failure began on. `cut` has bytes passed
    over by file, `unread` why a file could not be read.
    """

    job: str
    rule: str
    state: State
    files: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    slug: str = ""
    kind: str = ""
    retry: str = ""
    score: float = 0.0
    confident: bool = False
    evidence: tuple[Line, ...] = ()
    first_down: Down | None = None
    node: str = ""
    unexplained: Line | None = None
    begins: str = ""
    ends: str = ""
    world_size: int | None = None
    gpu_hours: float | None = None
    attempts: int = 1
    bytes: int = 0
    lines: int = 0
    cut: dict[str, int] = {}
    unread: dict[str, str] = {}

    @property
    def failed(self) -> bool:
        """Whether the job died or froze; one that is only slow, or wrong in silence, did not."""
        return self.state == "unknown" or (self.state == "known" and self.kind in ("error", "hang"))

    @property
    def good(self) -> bool:
        return self.state == "clean"
