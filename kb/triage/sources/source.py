"""One log, wherever it lies, and one that cannot be read, with the reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A log by its name below what was asked for; `path` is a file or a store's address.

    `offset` and `size` are bytes: of a member inside a plain tar archive at `path`; an offset of -1 is the whole file.
    """

    name: str
    path: str
    size: int = -1
    offset: int = -1


@dataclass(frozen=True, slots=True)
class Unread:
    """What could not be read or listed, and why: one line of the report."""

    name: str
    why: str
