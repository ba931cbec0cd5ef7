"""content/atlas.yaml → what the atlas reads: which distributions, since which release, which members of each."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import yaml
from packaging.version import Version

from kb.atlas.released.file import File

FILE = "atlas.yaml"


@dataclass(frozen=True, slots=True)
class Package:
    """One package: what entries call it, the distributions that carry it, and what of them is read.

    `lightly` are the members that are read where the whole is too big for every release.
    """

    name: str
    distributions: tuple[str, ...]
    since: Version
    members: tuple[str, ...]
    called: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    lightly: tuple[str, ...] = ()
    every: bool = False

    def wants(self, path: str) -> bool:
        """Whether a member is read."""
        return any(fnmatchcase(path, glob) for glob in self.members) and not any(
            fnmatchcase(path, glob) for glob in self.skip
        )

    @property
    def light(self) -> Package:
        """The same package, of which only the light members are read."""
        return replace(self, members=self.lightly)

    @property
    def part(self) -> str:
        """A name for the choice of light members: other members are another part of a release."""
        return f"{zlib.crc32(' '.join(self.lightly).encode()):08x}" if self.lightly else ""

    def is_called(self, name: str) -> bool:
        return name.casefold() in {self.name.casefold(), *(other.casefold() for other in self.called)}


def load(content: Path) -> list[Package]:
    """The packages of the plan, in its order."""
    listing = yaml.safe_load((content / FILE).read_text(encoding="utf-8"))
    return [_package(name, fields) for name, fields in listing.items()]


def _package(name: str, fields: dict) -> Package:
    lists = {key: tuple(fields.pop(key, ())) for key in ("distributions", "members", "called", "skip", "lightly")}
    return Package(name, since=Version(str(fields.pop("since"))), **lists, **fields)


def chosen(package: Package, releases: Iterable[Version], boundaries: Iterable[Version] = ()) -> list[Version]:
    """The releases to read: the first and the newest of each minor, and those around every boundary that is claimed.

    `every` reads all of them. The newest of each minor come first, and the newest of those before the others, so that
    an interrupted read has what people run today.
    """
    releases = sorted(release for release in releases if release >= package.since)
    minors: dict[tuple, list[Version]] = {}
    for release in releases:
        minors.setdefault(release.release[:2], []).append(release)
    wanted = set(releases) if package.every else {minor[0] for minor in minors.values()}
    for boundary in boundaries:
        after = [release for release in releases if release > boundary][:1]
        wanted |= {*[r for r in releases if r < boundary][-1:], *[r for r in releases if r >= boundary][:1], *after}
    newest = {minor[-1] for minor in minors.values()}
    return sorted(newest, reverse=True) + sorted(wanted - newest, reverse=True)


def read_lightly(package: Package, releases: Iterable[Version]) -> set[Version]:
    """The releases of which only the light members are read: all but the newest of each minor."""
    if not package.lightly:
        return set()
    newest: dict[tuple, Version] = {}
    for release in sorted(releases):
        newest[release.release[:2]] = release
    return set(releases) - set(newest.values())


def package_called(name: str, packages: Iterable[Package]) -> Package | None:
    """The package that an entry means by a name."""
    return next((package for package in packages if package.is_called(name)), None)


def best_file(files: Iterable[File]) -> File:
    """The file of a release that is read: a wheel for any platform, else for Linux on x86-64, else the sdist."""
    return max(files, key=_worth)


def _worth(file: File) -> tuple:
    if not file.is_wheel:
        return 1, False, ()
    python, abi, platform = file.name.removesuffix(".whl").split("-")[-3:]
    if platform == "any":
        return 4, False, ()
    linux = "manylinux" in platform and "x86_64" in platform
    digits = python.rpartition(".")[2].strip("abcdefghijklmnopqrstuvwxyz")
    return 3 if linux else 0, not abi.endswith("t"), (int(digits[:1] or 0), int(digits[1:] or 0))
