"""Starts a library over a content folder, with a cache of its own, and says what it had to parse for that."""

from __future__ import annotations

import json
from pathlib import Path

from kb.cache.folder import Folder
from kb.cache.keeper import Keeper
from kb.catalogue.loading.loader import load
from kb.catalogue.loading.parsing.front_matter import Document, split
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import as_json
from kb.library import Library, edition_of

PASTES = (
    "widget first was not frobnicated in time",
    "widget second was not frobnicated in ti",
    "the widget stays cold",
    "小部件一直是冷的",
    "nothing of the kind",
    "widget third was not frobnicated in time\nwidget first was not frobnicated in time",
)


class Starts:
    """Each `start` is one of a new process, as far as the cache can tell."""

    def __init__(self, content: Path, cache: Path, monkeypatch):
        self.content, self.cache, self.parsed = content, cache, []
        monkeypatch.setattr("kb.catalogue.loading.loader.front_matter.split", self._split)

    def _split(self, text: str) -> Document:
        self.parsed.append(text)
        return split(text)

    def start(self, follow: bool = False, home: Path | None = None):
        self.parsed.clear()
        keeper = Keeper(Folder(self.cache), home or self.content)
        return Library(self.content, follow, keeper).current()

    def files(self, kind: str) -> list[Path]:
        return sorted(self.cache.glob(f"*.{kind}*")) if self.cache.is_dir() else []


def answers(matcher: Matcher, pastes=PASTES) -> list[str]:
    return [json.dumps(as_json(matcher.match_text(paste)), sort_keys=True) for paste in pastes]


def uncached(content: Path) -> Matcher:
    return edition_of(load(content)).matcher
