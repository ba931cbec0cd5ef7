"""A specifier × a package's releases → the places at which it begins or ends to hold, and whether they were opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from kb.atlas.finding.wanted import names_in
from kb.atlas.history import Mark
from kb.atlas.released.plan import Package
from kb.atlas.table import UNKNOWN, YES, Atlas

NUMBER = r"v?(\d+(?:\.\d+)+)"


@dataclass(frozen=True, slots=True)
class Boundary:
    """Between two neighbouring releases of a package; None where there is no release on that side."""

    older: Mark | None
    newer: Mark | None

    def is_opened(self) -> bool:
        return all(mark is None or mark.status != UNKNOWN for mark in (self.older, self.newer))


def boundaries(specifier: str, releases: list[Version], opened: set[Version]) -> Iterator[Boundary]:
    """The places in a package's releases, oldest first, at which a specifier begins or ends to hold."""
    holds = SpecifierSet(specifier)
    marks = [Mark(version, YES if version in opened else UNKNOWN) for version in releases]
    for older, newer in pairwise(marks):
        if holds.contains(older.version) != holds.contains(newer.version):
            yield Boundary(older, newer)


def versions_in(specifier: str) -> list[Version]:
    """The versions that a specifier names; none in 'all', nor where it is no specifier."""
    try:
        parts = list(SpecifierSet("" if specifier == "all" else specifier))
    except InvalidSpecifier:
        return []
    return [Version(part.version.removesuffix(".*")) for part in parts]


def releases_of(package: Package, atlas: Atlas) -> list[Version]:
    """Every final release of a package that the atlas knows of, oldest first, opened or not."""
    known = (atlas.releases.get(distribution, ()) for distribution in package.distributions)
    return sorted({release.version for releases in known for release in releases})


def opened_for(note: str, package: Package, atlas: Atlas) -> set[Version]:
    """The releases of which enough was read for a note: a light read is not, where it cannot know the note's names."""
    keys = [(distribution, name) for distribution in package.distributions for name in names_in(note)]
    named = [row for key in keys if (row := atlas.rows.get(key))]
    light_will_do = not named or any(row.light for row in named)
    releases = (release for distribution in package.distributions for release in atlas.releases.get(distribution, ()))
    return {release.version for release in releases if release.read and (light_will_do or not release.light)}
