"""Catalogue -> Atom feed and sitemap; an entry's date is its last commit, or its file's time where git knows none."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import title_of
from kb.catalogue.schema.entry import Entry
from kb.language import LANGUAGES, address, current, either
from kb.pages.frame import alternates

MOST_ITEMS = 50
# A commit that changes more files at once is a sweep through the catalogue: no news of any entry.
SWEEP = 20


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
    lang: str
    updated: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What sitemap.xml reads: every address, in every language, with where it is in the others."""

    addresses: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def feed(catalogue: Catalogue) -> Feed:
    dated = sorted(((_changed(entry), entry.slug, entry) for entry in catalogue), reverse=True)[:MOST_ITEMS]
    items = tuple(_item(entry, changed) for changed, _, entry in dated)
    updated = items[0].updated if items else datetime.fromtimestamp(0, UTC).isoformat()
    return Feed(f"{settings.SITE_URL}{address('/')}".rstrip("/"), current().tag, updated, items)


def _item(entry: Entry, changed: datetime) -> Item:
    url, summary = f"{settings.SITE_URL}{address(entry.url)}", either(entry.front.summary, entry.front.zh.summary)
    return Item(url, title_of(entry), summary, changed.isoformat())


def sitemap(catalogue: Catalogue) -> Sitemap:
    paths = ["/", "/failures/", "/guides/", "/checks/", "/coverage/", "/masking/", "/api/", "/contributing/"]
    paths += [f"/areas/{area.slug}/" for area in catalogue.areas if catalogue.of_area(area.slug)]
    paths += [entry.url for entry in catalogue] + [page.url for page in (*catalogue.guides, *catalogue.checks)]
    told = ((own, alternates(path)) for path in paths for own in _in_each_language(path))
    return Sitemap(tuple(told))


def _in_each_language(path: str) -> list[str]:
    return [f"{settings.SITE_URL}{address(path, code)}" for code in LANGUAGES]


def _changed(entry: Entry) -> datetime:
    committed = _commits(settings.CONTENT_DIR).get(Path(*entry.path.parts[-3:]))
    return datetime.fromtimestamp(committed or int(entry.path.stat().st_mtime), UTC)


@lru_cache(maxsize=4)
def _commits(folder: Path) -> dict[Path, int]:
    """File within `folder` -> time of its newest commit; a clone sets every file's own time to that of the clone.

    A sweep dates only what no other commit does.
    """
    command = ["git", "-C", str(folder), "log", "--format=%x00%ct", "--name-only", "--relative", "--", "."]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return {}
    times: dict[Path, int] = {}
    swept: dict[Path, int] = {}
    for commit in told.split("\0")[1:]:
        time, *names = filter(None, commit.split("\n"))
        for name in names:
            (swept if len(names) > SWEEP else times).setdefault(Path(name), int(time))
    return swept | times
