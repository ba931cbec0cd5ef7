"""Splits a content file into YAML front matter, with the line of every key kept, and Markdown sections."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

FENCE = "---"
# libyaml parses four times as fast; PyYAML's wheels bring it, a build without it works as well.
FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
HEADING = re.compile(r"^## +(.+?) *#*$")
CODE_FENCE = re.compile(r"^ {0,3}(```|~~~)")


class FrontMatterError(Exception):
    """The file cannot be split; `line` counts from 1."""

    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Section:
    """A level-two heading, its line in the file, and the Markdown below it."""

    title: str
    line: int
    markdown: str


@dataclass(frozen=True, slots=True)
class Document:
    """A content file in two parts; `node` is PyYAML's tree, whose marks count lines from 0 within the YAML."""

    node: yaml.MappingNode
    preamble: str
    sections: tuple[Section, ...]


def split(text: str) -> Document:
    """Text of a content file -> Document. Raises FrontMatterError, with the line, on anything unreadable."""
    lines = text.lstrip("\ufeff").split("\n")
    if lines[0].rstrip() != FENCE:
        raise FrontMatterError(1, f"the file must begin with a line {FENCE!r}, then YAML, then {FENCE!r} again")
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if end is None:
        raise FrontMatterError(1, f"the front matter is never closed: add a line {FENCE!r} below it")
    node = _compose("\n".join(lines[1:end]))
    preamble, sections = _sections(lines[end + 1 :], first_line=end + 2)
    return Document(node, preamble, sections)


def _compose(text: str) -> yaml.MappingNode:
    # Line 1 of the YAML is line 2 of the file: a leading newline keeps the marks true.
    try:
        node = _parsed("\n" + text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FrontMatterError(mark.line + 1 if mark else 1, _explain(error)) from error
    except yaml.YAMLError as error:
        raise FrontMatterError(1, f"bad YAML: {error}") from error
    if not isinstance(node, yaml.MappingNode):
        raise FrontMatterError(2, "the front matter must be `key: value` lines")
    return node


def _parsed(text: str) -> yaml.Node | None:
    """The tree. Raises YAMLError as the slow loader words it: its errors name the better line."""
    try:
        return yaml.compose(text, Loader=FAST_LOADER)
    except yaml.YAMLError:
        return yaml.compose(text, Loader=yaml.SafeLoader)


def _explain(error: yaml.MarkedYAMLError) -> str:
    hint = ""
    if "mapping values are not allowed" in str(error.problem):
        hint = "; a value that contains ': ' needs quotes"
    return f"bad YAML: {error.problem or error.context}{hint}"


def _sections(lines: list[str], first_line: int) -> tuple[str, tuple[Section, ...]]:
    """Cuts the body at its level-two headings; a heading inside a code fence is code."""
    starts, fenced = [], False
    for offset, line in enumerate(lines):
        if CODE_FENCE.match(line):
            fenced = not fenced
        elif not fenced and (heading := HEADING.match(line)):
            starts.append((offset, heading.group(1)))
    ends = [*(offset for offset, _ in starts), len(lines)][1:]
    sections = tuple(
        Section(title, first_line + start, "\n".join(lines[start + 1 : end]).strip("\n"))
        for (start, title), end in zip(starts, ends, strict=True)
    )
    return "\n".join(lines[: starts[0][0] if starts else len(lines)]).strip(), sections
