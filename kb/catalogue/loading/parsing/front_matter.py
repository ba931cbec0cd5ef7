"""Splits a content file into YAML front matter, with the line of every key kept, and Markdown sections."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from kb.catalogue.loading.parsing.section import Section
from kb.catalogue.loading.parsing.yaml_tree import compose
from kb.catalogue.loading.problems import Unreadable

FENCE = "---"
HEADING = re.compile(r"^## +(\S.*)$")
CODE_FENCE = re.compile(r"^ {0,3}(```|~~~)")


@dataclass(frozen=True, slots=True)
class Document:
    """A content file in two parts; `node` is PyYAML's tree, whose marks count the file's lines from 0."""

    node: yaml.MappingNode
    preamble: str
    sections: tuple[Section, ...]


def split(text: str) -> Document:
    """Text of a content file -> Document. Raises Unreadable, with the line, on anything unreadable."""
    lines = text.lstrip("\ufeff").split("\n")
    if lines[0].rstrip() != FENCE:
        raise Unreadable(1, f"the file must begin with a line {FENCE!r}, then YAML, then {FENCE!r} again")
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if end is None:
        raise Unreadable(1, f"the front matter is never closed: add a line {FENCE!r} below it")
    node = compose("\n".join(lines[1:end]), first_line=2)
    preamble, sections = _sections(lines[end + 1 :], first_line=end + 2)
    return Document(node, preamble, sections)


def split_body(text: str) -> tuple[str, tuple[Section, ...]]:
    """Text of a file without front matter -> what stands above its first section, and its sections."""
    return _sections(text.lstrip("\ufeff").split("\n"), first_line=1)


def _sections(lines: list[str], first_line: int) -> tuple[str, tuple[Section, ...]]:
    """Cuts the body at its level-two headings; a heading inside a code fence is code."""
    starts, fenced = [], False
    for offset, line in enumerate(lines):
        if CODE_FENCE.match(line):
            fenced = not fenced
        elif not fenced and (heading := HEADING.match(line)):
            starts.append((offset, heading.group(1).rstrip().rstrip("#").rstrip()))
    ends = [*(offset for offset, _ in starts), len(lines)][1:]
    sections = tuple(
        Section(title, first_line + start, "\n".join(lines[start + 1 : end]).strip("\n"))
        for (start, title), end in zip(starts, ends, strict=True)
    )
    return "\n".join(lines[: starts[0][0] if starts else len(lines)]).strip(), sections
