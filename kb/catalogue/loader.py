"""content/ -> entries, guides and areas, with every problem that reading them shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from kb.catalogue import front_matter
from kb.catalogue.entry import Entry, FrontMatter, Guide
from kb.catalogue.problems import Problem
from kb.catalogue.reading import Lines, read

AREAS_FILE = "areas.yaml"
GUIDES_FOLDER = "guides"


@dataclass(frozen=True, slots=True)
class Area:
    """A shelf of the catalogue; its slug is the folder's name."""

    slug: str
    title: str
    zh: str
    summary: str


@dataclass(slots=True)
class Content:
    """Everything read from one content folder; `lines[path]` has the line of every front-matter key."""

    root: Path
    areas: list[Area] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    guides: list[Guide] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: dict[Path, Lines] = field(default_factory=dict)

    def line(self, path: Path, *keys: str | int) -> int:
        """Line of a front-matter key, or of its nearest parent that is in the file."""
        known = self.lines.get(path, {})
        while keys and keys not in known:
            keys = keys[:-1]
        return known.get(keys, 1)

    def problem(self, path: Path, message: str, *keys: str | int) -> Problem:
        """A problem at the line of a front-matter key."""
        return Problem(path, self.line(path, *keys), message)


@dataclass(frozen=True, slots=True)
class GuideFront:
    """Front matter of a guide."""

    title: str = field(metadata={"help": "what the guide is about"})
    summary: str = field(metadata={"help": "one sentence"})
    failures: tuple[str, ...] = field(metadata={"help": "the entries that it belongs to"}, default=())


def load(root: Path) -> Content:
    """Reads a whole content folder; a file that cannot be read becomes problems, never an exception."""
    content = Content(root, areas=_areas(root))
    for path in sorted(root.glob("*/*/entry.md")):
        if entry := _entry(path, content):
            content.entries.append(entry)
    for path in sorted(root.glob(f"{GUIDES_FOLDER}/*.md")):
        if guide := _guide(path, content):
            content.guides.append(guide)
    return content


def _areas(root: Path) -> list[Area]:
    listing = yaml.safe_load((root / AREAS_FILE).read_text(encoding="utf-8"))
    return [Area(slug, **fields) for slug, fields in listing.items()]


def _entry(path: Path, content: Content) -> Entry | None:
    document, front = _document(path, FrontMatter, content)
    if front is None:
        return None
    return Entry(path.parent.parent.name, path.parent.name, path, front, document.sections)


def _guide(path: Path, content: Content) -> Guide | None:
    document, front = _document(path, GuideFront, content)
    if front is None:
        return None
    body = "\n\n".join([document.preamble, *(f"## {s.title}\n\n{s.markdown}" for s in document.sections)])
    return Guide(path.stem, path, front.title, front.summary, body, front.failures)


def _document(path: Path, schema: type, content: Content):
    report: Callable[[int, str], None] = lambda line, message: content.problems.append(Problem(path, line, message))  # noqa: E731
    try:
        document = front_matter.split(path.read_text(encoding="utf-8"))
    except front_matter.FrontMatterError as error:
        report(error.line, str(error))
        return None, None
    except UnicodeDecodeError as error:
        report(1, f"not UTF-8 ({error.reason} at byte {error.start}): save the file as UTF-8")
        return None, None
    front, content.lines[path] = read(schema, document.node, report)
    return document, front
