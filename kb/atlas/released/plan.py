"""content/atlas.yaml → what the atlas reads: which distributions, since which release, which members of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import yaml
from packaging.version import Version

from kb.atlas.released.file import File

FILE = "atlas.yaml"


@dataclass(frozen=True, slots=True)
class Package:
    """One package: what entries call it, the distributions that carry it, and what of them is read."""

    name: str
    distributions: tuple[str, ...]
    since: Version
    members: tuple[str, ...]
    called: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    every: bool = False

    def wants(self, path: str) -> bool:
        """Whether a member is read."""
        return any(fnmatchcase(path, glob) for glob in self.members) and not any(
            fnmatchcase(path, glob) for glob in self.skip
        )

    def is_called(self, name: str) -> bool:
        return name.casefold() in {self.name.casefold(), *(other.casefold() for other in self.called)}


def load(content: Path) -> list[Package]:
    """The packages of the plan, in its order."""
    listing = yaml.safe_load((content / FILE).read_text(encoding="utf-8"))
    return [_package(name, fields) for name, fields in listing.items()]


def _package(name: str, fields: dict) -> Package:
    lists = {key: tuple(fields.pop(key, ())) for key in ("distributions", "members", "called", "skip")}
    return Package(name, since=Version(str(fields.pop("since"))), **lists, **fields)


def chosen(package: Package, releases: Iterable[Version], boundaries: Iterable[Version] = ()) -> list[Version]:
    """The releases to read: the first and the newest of each minor, and the two around every boundary that is claimed.

    `every` reads all of them. The newest of each minor come first, and the newest of those before the others, so that
    an interrupted read has what people run today.
    """
    releases = sorted(release for release in releases if release >= package.since)
    minors: dict[tuple, list[Version]] = {}
    for release in releases:
        minors.setdefault(release.release[:2], []).append(release)
    wanted = set(releases) if package.every else {minor[0] for minor in minors.values()}
    for boundary in boundaries:
        wanted |= {*[r for r in releases if r < boundary][-1:], *[r for r in releases if r >= boundary][:1]}
    newest = {minor[-1] for minor in minors.values()}
    return sorted(newest, reverse=True) + sorted(wanted - newest, reverse=True)


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
