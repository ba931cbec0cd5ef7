"""content/ -> entries, guides and areas, with every problem that reading them shows."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from kb.catalogue.census import Census, Situation, read_census
from kb.catalogue.loading.content import (
    ALIKE_FILE,
    AREAS_FILE,
    CENSUS_FILE,
    CHECKS_FOLDER,
    ENTRY_FILE,
    GUIDES_FOLDER,
    PHRASES_FILE,
    PROOFS_FILE,
    REPORTED_FILE,
    SITUATIONS_FILE,
    TOPICS_FILE,
    Alike,
    Area,
    Content,
    Spoken,
)
from kb.catalogue.loading.parsing import front_matter
from kb.catalogue.loading.parsing.folder import folder_problems, read_text
from kb.catalogue.loading.parsing.reading import items, read
from kb.catalogue.loading.parsing.section import Section
from kb.catalogue.loading.parsing.yaml_tree import compose
from kb.catalogue.loading.problems import Problem, Unreadable
from kb.catalogue.proofs import read_proofs
from kb.catalogue.schema.check import Check, CheckFront
from kb.catalogue.schema.entry import (
    CHINESE_ENDING,
    CHINESE_SECTIONS,
    Entry,
    FrontMatter,
    chinese_of,
)
from kb.catalogue.schema.guide import ChineseGuide, Guide


@dataclass(frozen=True, slots=True)
class AreaFront:
    """What areas.yaml says of one area."""

    title: str = field(metadata={"help": "its name"})
    zh: str = field(metadata={"help": "its name in Chinese"})
    summary: str = field(metadata={"help": "what belongs there, in one sentence"})
    zh_summary: str = field(metadata={"help": "the same in Chinese"}, default="")


@dataclass(frozen=True, slots=True)
class GuideFront:
    """Front matter of a guide."""

    title: str = field(metadata={"help": "what the guide is about"})
    summary: str = field(metadata={"help": "one sentence"})
    failures: tuple[str, ...] = field(metadata={"help": "the entries that it belongs to"}, default=())


@dataclass(frozen=True, slots=True)
class ChineseGuideFront:
    """Front matter of a guide's Chinese file; which failures it belongs to stands in the English one."""

    title: str = field(metadata={"help": "what the guide is about, in Chinese"})
    summary: str = field(metadata={"help": "one sentence, in Chinese"})


def load(root: Path, known: Mapping[Path, Entry] | None = None) -> Content:
    """Reads a whole content folder; a file that cannot be read becomes problems, never an exception.

    Files that are `known`, as they were read before anything was added to their leads_to, are not parsed again; `lines`
    has none of theirs.
    """
    content = Content(root)
    content.areas = _areas(root / AREAS_FILE, content)
    for folder in sorted(root.glob("*/*/")):
        if not os.path.lexists(folder / ENTRY_FILE):
            continue
        if entry := _entry(folder, content, known or {}):
            content.entries.append(entry)
        else:
            content.unread.add(folder.name)
    content.own = {entry.slug: entry.front.leads_to for entry in content.entries}
    content.entries = _with_consequences(content.entries)
    for path in sorted(root.glob(f"{GUIDES_FOLDER}/*.md")):
        if not path.name.endswith(CHINESE_ENDING) and (guide := _guide(path, content)):
            content.guides.append(guide)
    content.phrases = _named(root / PHRASES_FILE, Spoken, content)
    content.topics = _named(root / TOPICS_FILE, Spoken, content)
    for path in sorted(root.glob(f"{CHECKS_FOLDER}/*.md")):
        if check := _check(path, content):
            content.checks.append(check)
    content.census = _table(root / CENSUS_FILE, content, read_census, Census())
    content.proofs = _table(root / PROOFS_FILE, content, read_proofs, {})
    content.situations = _named(root / SITUATIONS_FILE, Situation, content)
    content.alike = _named(root / ALIKE_FILE, Alike, content)
    return content


Counted = TypeVar("Counted")


def _areas(path: Path, content: Content) -> list[Area]:
    report = content.report(path)
    try:
        node = compose(read_text(path, content.root))
    except Unreadable as error:
        report(error.line, f"{error}; it has `slug: {{title: …, zh: …, summary: …}}` for each area")
        return []
    named = ((key.value, read(AreaFront, value, report, (key.value,))[0]) for key, value in items(node, report))
    return [Area(slug, front.title, front.zh, front.summary, front.zh_summary) for slug, front in named if front]


def _entry(folder: Path, content: Content, known: Mapping[Path, Entry]) -> Entry | None:
    if problems := folder_problems(folder, content.root):
        content.problems += problems
        return None
    path = folder / ENTRY_FILE
    if path in known:
        return known[path]
    document, front = _document(path, FrontMatter, content)
    if front is None:
        return None
    chinese, reported = _chinese(chinese_of(path), content), _reported(folder / REPORTED_FILE, content)
    return Entry(folder.parent.name, folder.name, path, front, document.sections, chinese, reported)


def _reported(path: Path, content: Content) -> tuple[str, ...]:
    """One report a line; none where nobody has reported the failure yet."""
    if not os.path.lexists(path):
        return ()
    try:
        return tuple(filter(None, map(str.strip, read_text(path, content.root).splitlines())))
    except Unreadable as error:
        content.problems.append(Problem(path, error.line, str(error)))
        return ()


def _chinese(path: Path, content: Content) -> tuple[Section, ...]:
    """The sections of an entry's Chinese file under their English titles."""
    if not os.path.lexists(path):
        return ()
    try:
        preamble, sections = front_matter.split_body(read_text(path, content.root))
    except Unreadable as error:
        content.problems.append(Problem(path, error.line, str(error)))
        return ()
    if preamble:
        content.problems.append(Problem(path, 1, "must begin with '## 症状': the front matter is in entry.md"))
    for section in sections:
        if section.title not in CHINESE_SECTIONS:
            message = f"'## {section.title}' is not a section: use ### below one of {', '.join(CHINESE_SECTIONS)}"
            content.problems.append(Problem(path, section.line, message))
    known = [section for section in sections if section.title in CHINESE_SECTIONS]
    return tuple(replace(section, title=CHINESE_SECTIONS[section.title]) for section in known)


def _with_consequences(entries: list[Entry]) -> list[Entry]:
    """What entries say of their causes in `follows_from` is added to the causes' `leads_to`, which all others read."""
    named: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        for cause in entry.front.follows_from:
            named[cause].append(entry.slug)
    return [_leading_to(entry, named[entry.slug]) if entry.slug in named else entry for entry in entries]


def _leading_to(entry: Entry, slugs: list[str]) -> Entry:
    following = dict.fromkeys([*entry.front.leads_to, *slugs])
    return replace(entry, front=replace(entry.front, leads_to=tuple(following)))


def _guide(path: Path, content: Content) -> Guide | None:
    document, front = _document(path, GuideFront, content)
    if front is None:
        return None
    chinese = _chinese_guide(chinese_of(path), content)
    return Guide(path.stem, path, front.title, front.summary, _whole(document), front.failures, chinese)


def _chinese_guide(path: Path, content: Content) -> ChineseGuide | None:
    if not os.path.lexists(path):
        return None
    document, front = _document(path, ChineseGuideFront, content)
    return ChineseGuide(front.title, front.summary, _whole(document)) if front else None


def _whole(document: front_matter.Document) -> str:
    """A guide's text in one piece."""
    return "\n\n".join([document.preamble, *(f"## {s.title}\n\n{s.markdown}" for s in document.sections)])


def _check(path: Path, content: Content) -> Check | None:
    document, front = _document(path, CheckFront, content)
    for section in document.sections if document else ():
        message = f"a check has no headings, and nobody would see '## {section.title}': take it out"
        content.problems.append(Problem(path, section.line, message))
    return Check(path.stem, path, front, document.preamble.strip()) if front else None


def _table(path: Path, content: Content, read_table: Callable[[str], Counted], nothing: Counted) -> Counted:
    """What was counted of public reports; `nothing` without the file."""
    if not os.path.lexists(path):
        return nothing
    try:
        return read_table(read_text(path, content.root))
    except (Unreadable, ValueError) as error:
        content.problems.append(Problem(path, getattr(error, "line", 1), str(error)))
        return nothing


def _named(path: Path, schema: type, content: Content) -> dict:
    """A file of `name: {…}`; empty where there is none: no situation is read off a text, all can be told apart."""
    if not os.path.lexists(path):
        return {}
    report = content.report(path)
    try:
        node = compose(read_text(path, content.root))
    except Unreadable as error:
        report(error.line, str(error))
        return {}
    found = {}
    for key, value in items(node, report):
        found[key.value], lines = read(schema, value, report, (key.value,))
        content.lines.setdefault(path, {}).update(lines)
    return {name: value for name, value in found.items() if value}


def _document(path: Path, schema: type, content: Content):
    """The file in its two parts and the front matter as the schema has it; None for what cannot be read."""
    report = content.report(path)
    try:
        document = front_matter.split(read_text(path, content.root))
    except Unreadable as error:
        report(error.line, str(error))
        return None, None
    front, content.lines[path] = read(schema, document.node, report)
    return document, front
