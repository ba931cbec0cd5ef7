"""The folder that keeps derived files: nobody else may write in it, and a file is written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

# Group and others may not write; who could write a file could have it say anything.
FOREIGN = stat.S_IWGRP | stat.S_IWOTH
# Seconds. Files that nobody refers to any more go after this: another process may just be about to open them.
GRACE = 600
# Seconds. What was not asked for in this time is of a version or a content folder that is gone.
OLD = 30 * 24 * 3600


class NotOurs(Exception):
    """The folder or the file is missing, or somebody else could have written it."""


def usual() -> Path:
    """Where whoever runs this has caches."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111  (raises nothing)
    return Path(base) / "rank-down"


class Folder:
    """One such folder. Reading raises NotOurs for what is not there or not trusted; writing never raises."""

    def __init__(self, path: Path):
        self.path = path

    def open(self, name: str) -> BinaryIO:
        """A file of ours, for reading. Raises NotOurs."""
        self._check()
        try:
            found = os.open(self.path / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise NotOurs(str(error)) from error
        status = os.fstat(found)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & FOREIGN:
            os.close(found)
            raise NotOurs(f"{self.path / name} could have been written by somebody else")
        return os.fdopen(found, "rb", buffering=0)

    def _check(self) -> None:
        try:
            status = self.path.lstat()
        except OSError as error:
            raise NotOurs(str(error)) from error
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & FOREIGN:
            raise NotOurs(f"{self.path} could have been written by somebody else")

    def ready(self) -> bool:
        """Whether files can be written here."""
        return self.write(".probe", lambda out: None)

    def remove(self, name: str) -> None:
        with suppress(OSError):
            (self.path / name).unlink()

    def write(self, name: str, fill: Callable[[BinaryIO], None]) -> bool:
        """The file as `fill` writes it, there at once and whole; False where it cannot be written."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._check()
            number, temporary = tempfile.mkstemp(dir=self.path, prefix=".")
        except (OSError, NotOurs):
            return False
        try:
            with os.fdopen(number, "wb") as out:
                fill(out)
                out.flush()
                os.fsync(out.fileno())
            os.replace(temporary, self.path / name)  # noqa: PTH105  (a string from mkstemp)
        except OSError:
            return False
        finally:
            with suppress(OSError):
                os.unlink(temporary)  # noqa: PTH108
        return True

    def prune(self, prefix: str, keep: Iterable[str]) -> None:
        """Removes files of this prefix that are not in `keep`, what a killed process left, and what is old."""
        now, kept = time.time(), set(keep)
        with suppress(OSError), os.scandir(self.path) as listing:
            for item in listing:
                unwanted = item.name.startswith((".", prefix)) and item.name not in kept
                age = now - item.stat(follow_symlinks=False).st_mtime
                if age > (GRACE if unwanted else OLD) and item.is_file(follow_symlinks=False):
                    os.unlink(item.path)  # noqa: PTH108
