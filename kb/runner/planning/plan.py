"""An entry's folder -> what to run, in what way, and what proves it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from pathlib import Path

from kb.catalogue.schema.entry import Entry, Signature
from kb.catalogue.schema.reproduction import Measure, Reproduction

PROGRAMS = ("broken", "fixed")
# What lies beside the programs without being part of them.
NOT_PROGRAM = {"entry.md", "runs.jsonl", "matrix.jsonl", "entry.zh.md", "reported.txt"}
LEFT_BY_EDITORS = ("~", ".swp", ".swo", ".orig", ".bak", ".pyc")
# Said to readers; no run depends on it.
PROSE = {"differs", "not_run", "survives", "requires", "zh"}


def _is_beside(name: str) -> bool:
    return name in NOT_PROGRAM or name.startswith(".") or name.endswith(LEFT_BY_EDITORS)


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
        return sorted(path for path in self.folder.iterdir() if path.is_file() and not _is_beside(path.name))

    @property
    def measure(self) -> Measure | None:
        return self.how.measure

    def digest(self) -> str:
        """Changes when a program, a file that it reads, or the way of running and judging it changes.

        Signatures are left out: a wording that is added says nothing against a run, and whether a run's evidence still
        proves the entry is asked of the evidence itself (recording/standing.py).
        """
        state = hashlib.sha256()
        for path in self.files:
            state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        # Keys left at their default are left out: a new key in the schema must not make every record stale.
        said = {f.name: value for f in fields(self.how) if (value := getattr(self.how, f.name)) != f.default}
        told = [(name, _without_prose(value)) for name, value in said.items() if name not in PROSE]
        state.update(repr(sorted(told, key=str)).encode())
        return state.hexdigest()[:16]

    def is_of(self, digest: str) -> bool:
        """Whether a recorded digest is that of the programs as they are now."""
        return digest == self.digest()


def _without_prose(value):
    """A measure less its reason: what is explained better is not measured again."""
    return (value.name, value.broken, value.fixed, value.taken) if isinstance(value, Measure) else value


def plan_for(entry: Entry) -> Plan | None:
    """None where the entry has no programs."""
    folder = entry.path.parent
    found = {
        name: [path for path in sorted(folder.glob(f"{name}.*")) if not _is_beside(path.name)] for name in PROGRAMS
    }
    if not all(found.values()):
        return None
    decisive = tuple(signature for signature in entry.front.printed if signature.proof == "decisive")
    return Plan(entry.slug, folder, found["broken"][0], found["fixed"][0], entry.front.reproduction, decisive)
