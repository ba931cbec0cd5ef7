"""A guide: a page about what is not one failure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ChineseGuide:
    """The same guide in Chinese, from the file beside it."""

    title: str
    summary: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A page about what is not one failure."""

    slug: str
    path: Path
    title: str
    summary: str
    markdown: str
    failures: tuple[str, ...]
    chinese: ChineseGuide | None = None

    @property
    def url(self) -> str:
        return f"/guides/{self.slug}/"
