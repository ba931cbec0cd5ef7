"""A part of a content file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A level-two heading, its line in the file, and the Markdown below it."""

    title: str
    line: int
    markdown: str
