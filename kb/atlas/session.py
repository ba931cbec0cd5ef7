"""Reads what the plan names and the shelf lacks; what was read stays where a run is interrupted."""

from __future__ import annotations

import datetime
import sys
import zipfile
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field

from packaging.version import Version

from kb.atlas import claims
from kb.atlas.finding import survey
from kb.atlas.finding.find import Finder
from kb.atlas.finding.wanted import Wanted
from kb.atlas.released.file import File
from kb.atlas.released.index import Index, NoSuchDistribution
from kb.atlas.released.plan import Package, best_file, chosen
from kb.atlas.released.reader import read_release
from kb.atlas.released.shelf import Shelf
from kb.atlas.table import Atlas, Release
from kb.catalogue.loading.content import Content

# What an index or an archive can do to us; anything else is our own mistake and is shown as such.
UNREADABLE = (OSError, zipfile.BadZipFile, EOFError)


@dataclass(slots=True)
class Session:
    """One run: an index, a shelf, and what to tell whom."""

    index: Index
    shelf: Shelf
    content: Content
    tell: Callable[[str], None] = lambda text: None
    unread: list[str] = field(default_factory=list)

    def plan(self, package: Package) -> dict[str, dict[Version, list[File]]]:
        """Every release of every distribution of a package, with its files."""
        found: dict[str, dict[Version, list[File]]] = {}
        for distribution in package.distributions:
            try:
                files = self.index.files(distribution)
            except NoSuchDistribution as problem:
                self.unread.append(str(problem))
                continue
            found[distribution] = {}
            for file in files:
                found[distribution].setdefault(file.version, []).append(file)
        return found

    def wants(self, package: Package, releases: dict[str, dict[Version, list[File]]]) -> list[tuple[str, Version]]:
        """What is to be read, lightly or whole; a release that two distributions carry is read from the first."""
        bounds = {version for entry in self.content.entries for version in claims.stated(entry, package)}
        listing: list[tuple[str, Version]] = []
        for distribution, versions in releases.items():
            done = {version for _, version in listing}
            listing += [(distribution, version) for version in chosen(package, versions, bounds) if version not in done]
        return listing

    def read(
        self, package: Package, distribution: str, files: list[File], neighbour: Version | None, light: bool = False
    ) -> bool:
        """Puts one release on the shelf, unless it is there; False where it cannot be read, and why is kept."""
        file = best_file(files)
        if self.part(package, distribution, file.version) in ("", package.part if light else ""):
            return True
        self.tell(f"{distribution} {file.version}: reading {file.name}")
        known = self._members(package, distribution, neighbour)
        try:
            read_release(self.index.session, self.shelf, package, distribution, file, known, light)
        except UNREADABLE as problem:
            self.unread.append(f"{file.name}: {problem}")
            return False
        return True

    def part(self, package: Package, distribution: str, version: Version) -> str | None:
        """The most of a release that is on the shelf: all of it (empty), its light part, or nothing (None)."""
        return next((part for part in ("", package.part) if self.shelf.has(distribution, version, part)), None)

    def _members(self, package: Package, distribution: str, version: Version | None) -> dict:
        if version is None or (part := self.part(package, distribution, version)) is None:
            return {}
        members = self.shelf.members(distribution, version, part)
        return {(member.path, member.checksum): member.texts for member in members}


def update(atlas: Atlas, session: Session, package: Package, releases: dict, wanted: list[Wanted], carry: bool) -> None:
    """Renews one package's part of the atlas from what is on the shelf.

    `carry` keeps what the atlas says of releases that are not on this shelf. That is right only where every wanted
    text was looked for in them; without it they are "not looked at" again.
    """
    finder = Finder(survey.asked(wanted, package.name))
    for distribution, versions in releases.items():
        known = {release.version: release for release in atlas.releases.get(distribution, ()) if release.read}
        shelved = {v: part for v in versions if (part := session.part(package, distribution, v)) is not None}
        if carry:
            shelved = {v: part for v, part in shelved.items() if not (part and v in known and not known[v].light)}
        atlas.releases[distribution] = [
            _release(v, versions[v], shelved.get(v), known.get(v), carry)
            for v in sorted(versions)
            if v >= package.since
        ]
        rows = [row for row in atlas.rows.values() if row.distribution == distribution]
        looking = survey.Looking(session.shelf, distribution, shelved, package.light.wants if package.lightly else None)
        found = survey.rows(looking, finder, rows if carry else (), session.tell)
        for row in rows:
            del atlas.rows[row.distribution, row.text]
        atlas.rows |= {(row.distribution, row.text): row for row in found}


def _release(version: Version, files: list[File], part: str | None, known: Release | None, carry: bool) -> Release:
    """What the atlas says of a release: what is on the shelf of it, else, with `carry`, what it said before."""
    if part is None:
        return known if known and carry else Release(version)
    is_same = known and known.light == bool(part)
    return Release(version, best_file(files).name, known.read if is_same else today(), bool(part))


def looked_for(wanted: Iterable[Wanted]) -> dict[str, str]:
    """text → kind of what a survey can find: a line of one word says nothing."""
    finder = Finder(wanted := list(wanted))
    names = set(finder.names)
    return {item.text: item.kind for item in wanted if item.text in finder.lines or item.text in names}


@contextmanager
def progress():
    """A function that shows one live line on a terminal, and says nothing when piped."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console
    from rich.status import Status

    with Status("", console=Console(stderr=True)) as status:
        yield status.update


def today() -> str:
    return datetime.date.today().isoformat()
