"""The texts of each release that was read, one compressed file a release: new questions need no second download.

Of a release that was read lightly the file's name has `part`, which stands for the members that were read.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.version import Version

from kb.atlas.texts.literal import Literal, Texts

FORMAT = 2


def default_folder() -> Path:
    """Outside the repository: $XDG_CACHE_HOME/rank-down/atlas."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rank-down" / "atlas"


@dataclass(frozen=True, slots=True)
class Shelved:
    """One member of a release: its path, its checksum and its texts."""

    path: str
    checksum: int
    texts: Texts


class Shelf:
    """A folder of releases; what was read of a release is there whole or not at all."""

    def __init__(self, folder: Path):
        self.folder = folder

    def path(self, distribution: str, version: Version, part: str = "") -> Path:
        return self.folder / distribution / f"{version}.{f'light-{part}.' if part else ''}{FORMAT}.jsonl.gz"

    def has(self, distribution: str, version: Version, part: str = "") -> bool:
        return self.path(distribution, version, part).exists()

    def add(self, distribution: str, version: Version, members: Iterable[Shelved], part: str = "") -> None:
        """Writes beside the place and moves it there, so that an interrupted read leaves nothing half done."""
        path = self.path(distribution, version, part)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with gzip.open(part, "wt", encoding="utf-8", compresslevel=5) as stream:
                for member in members:
                    stream.write(_line(member))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def members(self, distribution: str, version: Version, part: str = "") -> Iterator[Shelved]:
        with gzip.open(self.path(distribution, version, part), "rt", encoding="utf-8") as stream:
            for line in stream:
                row = json.loads(line)
                literals = tuple(Literal(text, where, bool(said)) for text, where, said in row["literals"])
                yield Shelved(row["path"], row["checksum"], Texts(literals, frozenset(row["names"])))


def _line(member: Shelved) -> str:
    row = {
        "path": member.path,
        "checksum": member.checksum,
        "names": sorted(member.texts.names),
        "literals": [[literal.text, literal.where, int(literal.said)] for literal in member.texts.literals],
    }
    return json.dumps(row, ensure_ascii=True) + "\n"
