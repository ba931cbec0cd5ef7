"""A sound entry with one thing changed -> the problems that the rules find."""

from __future__ import annotations

from pathlib import Path

from kb.catalogue.checks import check
from kb.catalogue.loading.loader import load
from tests.contents import edit, write_entry


def problems_of(content: Path) -> list[tuple[int, str]]:
    return [(p.line, p.message) for p in check(load(content))]


def messages_after(content: Path, old: str, new: str) -> list[str]:
    """Messages for an entry called `it` after one edit of its file."""
    edit(write_entry(content, "it"), old, new)
    return [message for _, message in problems_of(content)]
