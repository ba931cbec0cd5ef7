"""The files that a match depends on: which are there, and which have changed since they were last read."""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from kb.catalogue.loading.content import (
    AREAS_FILE,
    CENSUS_FILE,
    CHECKS_FOLDER,
    ENTRY_FILE,
    GUIDES_FOLDER,
    PHRASES_FILE,
    PROOFS_FILE,
    REPORTED_FILE,
    SITUATIONS_FILE,
    TOPICS_FILE,
)
from kb.catalogue.schema.entry import chinese_of

ENTRY_FILES = (ENTRY_FILE, str(chinese_of(Path(ENTRY_FILE))), REPORTED_FILE)
# Size, times of change of contents and of the file (ns), inode: git's rule for a file that nobody touched.
Stat = tuple[int, int, int, int]
# A file that was changed this short a time (ns) before it was read may change again with the same times.
STILL = 50_000_000
UNKNOWN: Stat = (-1, -1, -1, -1)


@dataclass(frozen=True, slots=True)
class Seen:
    """One file as it was when it was read."""

    stat: Stat
    digest: str


def stats(root: Path) -> dict[str, Stat]:
    """Path below `root` -> Stat of every file that a match depends on; UNKNOWN for what is reached by a link."""
    return dict(_stats(os.fspath(root)))


def stamp(found: Mapping[str, Stat]) -> str:
    """One digest of all of them; "" where one is UNKNOWN, which is never the same again."""
    if UNKNOWN in found.values():
        return ""
    return blake2b(json.dumps(found, sort_keys=True).encode(), digest_size=16).hexdigest()


def _stats(root: str) -> Iterator[tuple[str, Stat]]:
    for name in (AREAS_FILE, CENSUS_FILE, PROOFS_FILE, SITUATIONS_FILE, PHRASES_FILE, TOPICS_FILE):
        yield from _stat(f"{root}/{name}", name)
    for area in _folders(root):
        if area.name in (GUIDES_FOLDER, CHECKS_FOLDER):
            for document in _listed(area.path):
                if document.name.endswith(".md"):
                    yield from _stat(document.path, f"{area.name}/{document.name}")
        for folder in _folders(area.path):
            linked = area.is_symlink() or folder.is_symlink()
            for file in ENTRY_FILES:
                name = f"{area.name}/{folder.name}/{file}"
                if not linked:
                    yield from _stat(f"{folder.path}/{file}", name)
                elif file == ENTRY_FILE:
                    yield name, UNKNOWN


def _folders(path: str) -> list[os.DirEntry]:
    return [item for item in _listed(path) if item.is_dir()]


def _listed(path: str) -> list[os.DirEntry]:
    try:
        with os.scandir(path) as listing:
            return list(listing)
    except OSError:
        return []


def _stat(path: str, name: str) -> Iterator[tuple[str, Stat]]:
    try:
        found = os.lstat(path)
    except OSError:
        return
    regular = stat.S_ISREG(found.st_mode)
    yield name, (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino) if regular else UNKNOWN


def seen_now(root: Path, known: Mapping[str, Seen]) -> dict[str, Seen]:
    """Every file as it is now; those that look untouched since they were `known` are not read again."""
    now = time.time_ns()
    found: dict[str, Seen] = {}
    for name, told in stats(root).items():
        before = known.get(name)
        untouched = before is not None and before.stat == told and told != UNKNOWN
        found[name] = before if untouched else _read(root / name, told, now)
    return found


def _read(path: Path, told: Stat, now: int) -> Seen:
    try:
        contents = blake2b(path.read_bytes(), digest_size=16).hexdigest() if told != UNKNOWN else ""
    except OSError:
        contents = ""
    return Seen(told if contents and now - max(told[1:3]) > STILL else UNKNOWN, contents)


def changed(before: Mapping[str, Seen], after: Mapping[str, Seen]) -> set[str]:
    """Files that came, went, or hold something else now; what cannot be read counts as changed."""
    return {
        name
        for name in before.keys() | after.keys()
        if name not in before
        or name not in after
        or before[name].digest != after[name].digest
        or not after[name].digest
    }


def shape(root: Path) -> str:
    """What the checks see of all other files: their names, kinds and sizes."""
    lines, told = [], stats(root)
    for folder, folders, names in os.walk(root):
        below = os.path.relpath(folder, root)
        for name in (os.path.normpath(f"{below}/{name}") for name in (*folders, *names)):
            if name not in told:
                found = os.lstat(f"{root}/{name}")
                size = found.st_size if stat.S_ISREG(found.st_mode) else 0
                lines.append(f"{name}\0{stat.S_IFMT(found.st_mode)}\0{size}")
    return blake2b("\n".join(sorted(lines)).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
