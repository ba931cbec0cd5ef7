"""A job with its log files, each with the rank or node that its name tells."""

from __future__ import annotations

from dataclasses import dataclass

from kb.triage.sources.source import Source


@dataclass(frozen=True, slots=True)
class Place:
    """What a file's name says: its job, `rule` that understood it, and the rank, node and attempt where it has them."""

    job: str
    rule: str
    rank: str = ""
    node: str = ""
    attempt: str = ""


@dataclass(frozen=True, slots=True)
class LogFile:
    """One log of a job."""

    source: Source
    rank: str = ""
    node: str = ""
    attempt: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """All logs that are answered together. `rule` is how they were found to belong together."""

    name: str
    rule: str
    files: tuple[LogFile, ...]

    @property
    def size(self) -> int:
        """Bytes as they are stored."""
        return sum(max(file.source.size, 0) for file in self.files)
