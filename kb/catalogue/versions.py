"""An entry's version notes against the versions that a reader has: which of them are about this reader?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.catalogue.schema.entry import VersionNote

EVERY = "all"
# What entries call a package, in small letters -> what a log's mention of it is filed under.
USUAL_NAMES = {
    "pytorch": "torch",
    "nccl": "NCCL",
    "cuda": "CUDA",
    "python": "Python",
    "deepspeed": "DeepSpeed",
    "nvidia driver": "driver",
}


@dataclass(frozen=True, slots=True)
class ForReader:
    """A version note, the reader's version of its package, and whether the note is about that version."""

    note: VersionNote
    version: str
    applies: bool


def is_specifier(text: str) -> bool:
    """Whether programs can compare a version with it: PEP 440, or 'all'."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet  # slow to import, and most logs name no version

    try:
        SpecifierSet("" if text == EVERY else text)
    except InvalidSpecifier:
        return False
    return True


def for_reader(notes: Sequence[VersionNote], versions: Mapping[str, str]) -> tuple[ForReader, ...]:
    """The notes about packages whose version the reader's log names, those that apply first.

    `versions` has versions by package, as the log names them. A note about all versions tells readers nothing new.
    """
    found = [known for note in notes if note.specifier != EVERY and (known := _for_reader(note, versions))]
    return tuple(sorted(found, key=lambda item: not item.applies))


def _for_reader(note: VersionNote, versions: Mapping[str, str]) -> ForReader | None:
    name = note.package.lower()
    version = versions.get(USUAL_NAMES.get(name, name), "")
    if not version:
        return None
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        applies = SpecifierSet(note.specifier).contains(Version(version), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return None
    return ForReader(note, version, applies)
