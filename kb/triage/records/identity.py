"""What a run is of: the same logs, grouped in the same way, and answered from the same edition of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from kb import __version__
from kb.triage.jobs.job import Job


class Identity(Struct, frozen=True):
    """Digests of the logs' names and of the catalogue; two runs of which both are the same are one run."""

    logs: str
    edition: str
    jobs: int


def identity(jobs: Sequence[Job], content: Path) -> Identity:
    """A log that grew is still the same log; a new one is not."""
    told = blake2b(digest_size=16)
    for job in jobs:
        told.update("\0".join((job.name, *(file.source.name for file in job.files), "\n")).encode(errors="replace"))
    return Identity(told.hexdigest(), edition(content), len(jobs))


def edition(content: Path) -> str:
    """The program's version and every file of the content that an answer depends on."""
    told = blake2b(__version__.encode(), digest_size=16)
    for path in sorted([*content.glob("*/*/entry.md"), *content.glob("*.yaml"), *content.glob("*.tsv")]):
        told.update(path.relative_to(content).as_posix().encode() + b"\0" + path.read_bytes())
    return told.hexdigest()
