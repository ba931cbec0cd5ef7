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
from kb.catalogue.content import Content

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
        """What is to be read; a release that two distributions carry is read from the first."""
        bounds = {version for entry in self.content.entries for version in claims.stated(entry, package)}
        listing: list[tuple[str, Version]] = []
        for distribution, versions in releases.items():
            done = {version for _, version in listing}
            listing += [(distribution, version) for version in chosen(package, versions, bounds) if version not in done]
        return listing

    def read(self, package: Package, distribution: str, files: list[File], neighbour: Version | None) -> bool:
        """Puts one release on the shelf, unless it is there; False where it cannot be read, and why is kept."""
        file = best_file(files)
        if self.shelf.has(distribution, file.version):
            return True
        self.tell(f"{distribution} {file.version}: reading {file.name}")
        known = self._members(distribution, neighbour)
        try:
            read_release(self.index.session, self.shelf, package, distribution, file, known)
        except UNREADABLE as problem:
            self.unread.append(f"{file.name}: {problem}")
            return False
        return True

    def _members(self, distribution: str, version: Version | None) -> dict:
        if version is None or not self.shelf.has(distribution, version):
            return {}
        members = self.shelf.members(distribution, version)
        return {(member.path, member.checksum): member.texts for member in members}


def update(atlas: Atlas, session: Session, package: Package, releases: dict, wanted: list[Wanted], carry: bool) -> None:
    """Renews one package's part of the atlas from what is on the shelf.

    `carry` keeps what the atlas says of releases that are not on this shelf. That is right only where every wanted
    text was looked for in them; without it they are "not looked at" again.
    """
    finder = Finder(survey.asked(wanted, package.name))
    for distribution, versions in releases.items():
        shelved = {version for version in versions if session.shelf.has(distribution, version)}
        dates = {release.version: release.read for release in atlas.releases.get(distribution, ())}
        kept = {v: dates.get(v) or today() if v in shelved else dates.get(v, "") * carry for v in versions}
        atlas.releases[distribution] = [
            Release(v, best_file(versions[v]).name if kept[v] else "", kept[v])
            for v in sorted(versions)
            if v >= package.since
        ]
        known = [row for row in atlas.rows.values() if row.distribution == distribution]
        found = survey.rows(session.shelf, distribution, shelved, finder, known if carry else (), session.tell)
        for row in known:
            del atlas.rows[row.distribution, row.text]
        atlas.rows |= {(row.distribution, row.text): row for row in found}


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
