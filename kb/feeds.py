"""Catalogue -> Atom feed and sitemap; an entry's date is its last commit, or its file's time where git knows none."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.entry import Entry

MOST_ITEMS = 50


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the feed; `id` and `updated` are what Atom asks for."""

    id: str
    title: str
    summary: str
    updated: str


@dataclass(frozen=True, slots=True)
class Feed:
    """What feed.xml reads."""

    site: str
    updated: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What sitemap.xml reads."""

    addresses: tuple[str, ...]


def feed(catalogue: Catalogue) -> Feed:
    dated = sorted(((_changed(entry), entry.slug, entry) for entry in catalogue), reverse=True)[:MOST_ITEMS]
    items = tuple(
        Item(f"{settings.SITE_URL}{entry.url}", entry.title, entry.front.summary, changed.isoformat())
        for changed, _, entry in dated
    )
    return Feed(settings.SITE_URL, items[0].updated if items else datetime.fromtimestamp(0, UTC).isoformat(), items)


def sitemap(catalogue: Catalogue) -> Sitemap:
    paths = ["/", "/failures/", "/guides/", "/checks/", "/coverage/", "/masking/"]
    paths += [f"/areas/{area.slug}/" for area in catalogue.areas if catalogue.of_area(area.slug)]
    paths += [entry.url for entry in catalogue] + [page.url for page in (*catalogue.guides, *catalogue.checks)]
    return Sitemap(tuple(f"{settings.SITE_URL}{path}" for path in paths))


def _changed(entry: Entry) -> datetime:
    committed = _commits(settings.CONTENT_DIR).get(Path(*entry.path.parts[-3:]))
    return datetime.fromtimestamp(committed or int(entry.path.stat().st_mtime), UTC)


@lru_cache(maxsize=4)
def _commits(folder: Path) -> dict[Path, int]:
    """File within `folder` -> time of its newest commit; a clone sets every file's own time to that of the clone."""
    command = ["git", "-C", str(folder), "log", "--format=%x00%ct", "--name-only", "--relative", "--", "."]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return {}
    times: dict[Path, int] = {}
    for commit in told.split("\0")[1:]:
        time, *names = commit.split("\n")
        for name in filter(None, names):
            times.setdefault(Path(name), int(time))
    return times
