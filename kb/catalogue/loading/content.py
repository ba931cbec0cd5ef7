"""What a content folder holds, as it was read. A start that finds all of it kept never needs the loader."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kb.catalogue.census import Census, Situation
from kb.catalogue.loading.problems import Problem
from kb.catalogue.proofs import Proofs
from kb.catalogue.schema.check import Check
from kb.catalogue.schema.entry import Entry
from kb.catalogue.schema.guide import Guide

if TYPE_CHECKING:
    from kb.catalogue.loading.parsing.reading import Lines, Report

AREAS_FILE = "areas.yaml"
ENTRY_FILE = "entry.md"
REPORTED_FILE = "reported.txt"
GUIDES_FOLDER = "guides"
CHECKS_FOLDER = "checks"
CENSUS_FILE = "census.tsv"
PROOFS_FILE = "proofs.tsv"
SITUATIONS_FILE = "situations.yaml"
ALIKE_FILE = "cannot-be-told-apart.yaml"
PHRASES_FILE = "phrases.yaml"
TOPICS_FILE = "topics.yaml"


@dataclass(frozen=True, slots=True)
class Area:
    """A shelf of the catalogue; its slug is the folder's name."""

    slug: str
    title: str
    zh: str
    summary: str
    zh_summary: str = ""


@dataclass(frozen=True, slots=True)
class Alike:
    """Entries that nothing in the catalogue tells apart yet, and why that is so."""

    entries: tuple[str, ...] = field(metadata={"help": "the slugs, two or more"})
    why: str = field(metadata={"help": "what would be needed to tell them apart"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """How people say one thing (phrases.yaml, topics.yaml)."""

    en: tuple[str, ...] = field(metadata={"help": "in English, in small letters"})
    zh: tuple[str, ...] = field(metadata={"help": "in Chinese"})

    @property
    def words(self) -> tuple[str, ...]:
        return *self.en, *self.zh


@dataclass(slots=True)
class Content:
    """Everything read from one content folder; `lines[path]` has the line of every front-matter key."""

    root: Path
    areas: list[Area] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    guides: list[Guide] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    census: Census = field(default_factory=Census)
    proofs: dict[str, Proofs] = field(default_factory=dict)
    situations: dict[str, Situation] = field(default_factory=dict)
    alike: dict[str, Alike] = field(default_factory=dict)
    phrases: dict[str, Spoken] = field(default_factory=dict)
    topics: dict[str, Spoken] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    lines: dict[Path, Lines] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)  # slugs of entries that are there but cannot be read
    own: dict[str, tuple[str, ...]] = field(default_factory=dict)  # slug -> leads_to as its own file has it

    def line(self, path: Path, *keys: str | int) -> int:
        """Line of a front-matter key, or of its nearest parent that is in the file."""
        known = self.lines.get(path, {})
        while keys and keys not in known:
            keys = keys[:-1]
        return known.get(keys, 1)

    def problem(self, path: Path, message: str, *keys: str | int) -> Problem:
        """A problem at the line of a front-matter key."""
        return Problem(path, self.line(path, *keys), message)

    def report(self, path: Path) -> Report:
        """What reading a file calls with each line and what is wrong with it."""
        return lambda line, message: self.problems.append(Problem(path, line, message))
