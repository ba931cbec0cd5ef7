"""One release's file → its texts on the shelf: the members that the package's plan names, each by its own reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from kb.atlas.released import archive
from kb.atlas.released.archive import Member
from kb.atlas.released.file import File
from kb.atlas.released.plan import Package
from kb.atlas.released.shelf import Shelf, Shelved
from kb.atlas.texts import c_source, library, python_source
from kb.atlas.texts.literal import Texts

C_SUFFIXES = {".c", ".cc", ".cpp", ".cu", ".cuh", ".h", ".hpp", ".sh"}
BIGGEST_SOURCE = 8 << 20


def read_release(
    session, shelf: Shelf, package: Package, distribution: str, file: File, known=None, light: bool = False
) -> None:
    """Puts one release on the shelf; with `light`, only the members that the plan calls so.

    `known` has members of a neighbouring release by (path, checksum): what did not change is not read again.
    Raises OSError or zipfile.BadZipFile where the file cannot be read; the shelf is then as it was.
    """
    wanted, part = (package.light, package.part) if light else (package, "")
    shelf.add(distribution, file.version, _members(session, wanted, file, known or {}), part)


def _members(session, package: Package, file: File, known: dict) -> Iterator[Shelved]:
    for member in archive.members(session, file, package.wants):
        texts = known.get((member.path, member.checksum))
        yield Shelved(member.path, member.checksum, texts or _texts(member))


def _texts(member: Member) -> Texts:
    path = PurePosixPath(member.path)
    if path.suffix == ".py":
        return python_source.read(member.content.read(BIGGEST_SOURCE))
    if path.suffix in C_SUFFIXES:
        return c_source.read(member.content.read(BIGGEST_SOURCE))
    return library.read(member.content)
