"""A released file on a server → what it requires, by its metadata alone."""

from __future__ import annotations

import tarfile
import zipfile
from dataclasses import dataclass

from packaging.metadata import parse_email
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from kb.atlas.released import ranged
from kb.atlas.released.file import File
from kb.atlas.released.index import PLAIN

SMALL = 1 << 17


@dataclass(frozen=True, slots=True)
class Required:
    """The Python and the other distributions that a release asks for, each with its specifier.

    What an extra asks for counts where nothing else speaks of that distribution.
    """

    python: str
    distributions: dict[str, str]


def required(session, file: File) -> Required:
    """Reads no more of the file than it must. Raises OSError, zipfile.BadZipFile or tarfile.TarError."""
    raw, _ = parse_email(_metadata(session, file))
    plain: dict[str, SpecifierSet] = {}
    extra: dict[str, SpecifierSet] = {}
    for text in raw.get("requires_dist", ()):
        try:
            wanted = Requirement(text)
        except InvalidRequirement:
            continue  # old metadata is not always well formed, and one line of it spoils no other
        found, name = extra if "extra" in str(wanted.marker) else plain, canonicalize_name(wanted.name)
        found[name] = found.get(name, SpecifierSet()) & wanted.specifier
    return Required(raw.get("requires_python", ""), {name: _written(asked) for name, asked in (extra | plain).items()})


def _written(asked: SpecifierSet) -> str:
    """Each once, in the order of the versions: ">=2.4,<3"."""
    return ",".join(map(str, sorted(set(asked), key=lambda part: Version(part.version.removesuffix(".*")))))


def _metadata(session, file: File) -> bytes:
    """The metadata beside the file (PEP 658) where the index has it, else the member of the archive."""
    with session.get(f"{file.url}.metadata", headers=PLAIN) as response:
        if response.status_code == 200:
            return response.content
    return _of_wheel(session, file) if file.is_wheel else _of_sdist(session, file)


def _of_wheel(session, file: File) -> bytes:
    with ranged.opened(session, file.url, SMALL) as raw, zipfile.ZipFile(raw) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA") and name.count("/") == 1)
        return archive.read(name)


def _of_sdist(session, file: File) -> bytes:
    with session.get(file.url, headers=PLAIN, stream=True) as response:
        response.raise_for_status()
        with tarfile.open(fileobj=response.raw, mode="r|gz") as archive:
            for info in archive:
                if info.name.count("/") == 1 and info.name.endswith("/PKG-INFO"):
                    return archive.extractfile(info).read()
    raise tarfile.TarError(f"{file.name} has no PKG-INFO")
