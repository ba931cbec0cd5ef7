"""An entry's folder -> what to run, in what way, and what proves it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from pathlib import Path

from kb.catalogue.entry import Entry, Measure, Reproduction, Signature

PROGRAMS = ("broken", "fixed")
# What lies beside the programs without being part of them.
NOT_PROGRAM = {"entry.md", "runs.jsonl"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the runner needs to know about one entry."""

    slug: str
    folder: Path
    broken: Path
    fixed: Path
    how: Reproduction
    decisive: tuple[Signature, ...]

    @property
    def files(self) -> list[Path]:
        """The programs and what they read: all of it is copied beside them and counts for the digest."""
        found = (path for path in self.folder.iterdir() if path.is_file() and path.name not in NOT_PROGRAM)
        return sorted(found)

    @property
    def measure(self) -> Measure | None:
        return self.how.measure

    def digest(self) -> str:
        """Changes when a program, a file that it reads, the way of running it, or the proof changes."""
        state = hashlib.sha256()
        for path in self.files:
            state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        # Keys left at their default are left out: a new key in the schema must not make every record stale.
        said = {f.name: value for f in fields(self.how) if (value := getattr(self.how, f.name)) != f.default}
        state.update(repr((sorted(said.items(), key=str), self.decisive)).encode())
        return state.hexdigest()[:16]


def plan_for(entry: Entry) -> Plan | None:
    """None where the entry has no programs."""
    folder = entry.path.parent
    found = {name: sorted(folder.glob(f"{name}.*")) for name in PROGRAMS}
    if not all(found.values()):
        return None
    decisive = tuple(signature for signature in entry.front.signatures if signature.proof == "decisive")
    return Plan(entry.slug, folder, found["broken"][0], found["fixed"][0], entry.front.reproduction, decisive)
