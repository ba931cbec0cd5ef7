"""content/atlas.tsv and content/atlas-releases.tsv: which releases were read when, and which of them have which text.

A text that the table knows was looked for in every release that was read; a release without a date was never opened.
A release that was read lightly, without its big libraries, says no only of texts that need none of them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from packaging.version import Version

TEXTS_FILE, RELEASES_FILE = "atlas.tsv", "atlas-releases.tsv"
NOWHERE, LIGHT = "-", "light"
Status = Literal["yes", "no", "partly", "not looked at"]
YES, NO, PARTLY, UNKNOWN = "yes", "no", "partly", "not looked at"


@dataclass(frozen=True, slots=True)
class Release:
    """One release of a distribution; `file` and `read` (a date) are empty where nobody opened it."""

    version: Version
    file: str = ""
    read: str = ""
    light: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The releases of one distribution that have a text, or most of it.

    `share` is how much of a line's letters the best of them has, 0 to 1: the rest is said by another program, or filled
    in. `where` is the place in the newest release that has it. `light`: in every release that has it and was read
    whole, the light members alone have it.
    """

    distribution: str
    kind: str
    text: str
    has: frozenset[Version]
    partly: frozenset[Version] = frozenset()
    share: float = 1.0
    where: str = ""
    light: bool = False


@dataclass(slots=True)
class Atlas:
    """What was read, and what was found. `texts` are those that were looked for, found or not."""

    releases: dict[str, list[Release]] = field(default_factory=dict)
    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def opened(self, distribution: str) -> list[Version]:
        return [release.version for release in self.releases.get(distribution, ()) if release.read]

    def status(self, distribution: str, text: str, release: Release) -> Status:
        if not release.read or text not in self.texts:
            return UNKNOWN
        row = self.rows.get((distribution, text))
        if row and release.version in row.has:
            return YES
        if row and release.version in row.partly:
            return PARTLY
        return NO if not release.light or (row and row.light) else UNKNOWN

    def rows_of(self, text: str) -> list[Row]:
        """The rows of one text, those first that have it in most releases."""
        return sorted((row for row in self.rows.values() if row.text == text), key=lambda row: -len(row.has))


def load(content: Path) -> Atlas:
    """The atlas of a content folder; an empty one where nobody has read anything yet."""
    atlas = Atlas()
    for distribution, version, file, read, light in _lines(content / RELEASES_FILE):
        atlas.releases.setdefault(distribution, []).append(Release(Version(version), file, read, light == LIGHT))
    for kind, text, distribution, has, partly, share, where, light in _lines(content / TEXTS_FILE):
        atlas.texts[text] = kind
        if distribution != NOWHERE:
            read = atlas.opened(distribution)
            releases = _members(has, read), _members(partly, read)
            row = Row(distribution, kind, text, *releases, float(share), where, light == LIGHT)
            atlas.rows[distribution, text] = row
    return atlas


def printing(content: Path) -> dict[str, set[str]]:
    """Each text that some release has, and the distributions that have it: the table without its releases."""
    found: dict[str, set[str]] = {}
    for _, text, distribution, has, *_ in _lines(content / TEXTS_FILE):
        if distribution != NOWHERE and has:
            found.setdefault(text, set()).add(distribution)
    return found


def save(atlas: Atlas, content: Path) -> None:
    """Writes both files whole, sorted, so that a difference shows what changed and nothing else."""
    releases = (
        (distribution, str(release.version), release.file, release.read, LIGHT * release.light)
        for distribution in sorted(atlas.releases)
        for release in sorted(atlas.releases[distribution], key=lambda release: release.version)
    )
    _write(content / RELEASES_FILE, ("distribution", "release", "file", "read", "light"), releases)
    header = ("kind", "text", "distribution", "has", "partly", "share", "where", "light")
    _write(content / TEXTS_FILE, header, (line for text in _in_order(atlas) for line in _text_lines(atlas, text)))


def _in_order(atlas: Atlas) -> list[str]:
    return sorted(atlas.texts, key=lambda text: (atlas.texts[text], text.casefold(), text))


def _text_lines(atlas: Atlas, text: str) -> Iterator[tuple[str, ...]]:
    rows = sorted((row for row in atlas.rows_of(text)), key=lambda row: row.distribution)
    for row in rows:
        read = atlas.opened(row.distribution)
        share, light = f"{row.share:.2f}", LIGHT * row.light
        yield row.kind, text, row.distribution, runs(row.has, read), runs(row.partly, read), share, row.where, light
    if not rows:
        yield atlas.texts[text], text, NOWHERE, "", "", "", "", ""


def runs(members: Iterable[Version], read: Iterable[Version]) -> str:
    """Releases as runs of neighbours among those that were read: `1.8.1..2.0.1 2.3.0`."""
    members, found = set(members), []
    previous = None
    for version in sorted(read):
        if version in members:
            if previous in members:
                found[-1][1] = version
            else:
                found.append([version, version])
        previous = version
    return " ".join(str(first) if first == last else f"{first}..{last}" for first, last in found)


def _members(text: str, read: list[Version]) -> frozenset[Version]:
    spans = [tuple(map(Version, span.partition("..")[::2] if ".." in span else (span, span))) for span in text.split()]
    return frozenset(version for version in read if any(first <= version <= last for first, last in spans))


def _lines(path: Path) -> Iterator[list[str]]:
    if path.exists():
        with path.open(encoding="utf-8", newline="") as stream:
            lines = csv.reader(stream, dialect="excel-tab", quoting=csv.QUOTE_NONE, quotechar=None)
            next(lines, None)
            yield from lines


def _write(path: Path, header: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> None:
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as stream:
        for line in (header, *lines):
            stream.write("\t".join(line) + "\n")
    part.replace(path)
