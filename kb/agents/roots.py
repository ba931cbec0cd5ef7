"""Which files an agent may have read: regular ones below folders that the server was started with, and no others."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

# A larger log is cut by whoever has it: an agent waits for the answer.
MOST_BYTES = 256 << 20


class Refused(Exception):
    """This file is not given; the message says what to do."""


class Roots:
    """Opens files below these folders. What is outside and what is not there are refused in the same words."""

    def __init__(self, folders: Sequence[Path], most_bytes: int = MOST_BYTES):
        """Raises OSError for a folder that cannot be opened."""
        self.folders = [folder.resolve(strict=True) for folder in folders]
        for folder in self.folders:
            os.close(os.open(folder, os.O_RDONLY | os.O_DIRECTORY))
        self.most_bytes = most_bytes

    def open(self, told: str) -> BinaryIO:
        """The file, for reading; a relative path is looked for below each root. Raises Refused."""
        if not self.folders:
            raise Refused("no folder is open to this server (--root FOLDER): send the log as text")
        if "\0" in told:
            raise self._not_given()
        for folder in self.folders:
            # Links are followed here, and nowhere else: what comes out must lie below the root, and is opened without.
            real = Path(os.path.realpath(folder / told))
            if real != folder and real.is_relative_to(folder):
                return self._opened(folder, real.relative_to(folder).parts)
        raise self._not_given()

    def _opened(self, folder: Path, parts: Sequence[str]) -> BinaryIO:
        above = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in parts[:-1]:
                below = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
                os.close(above)
                above = below
            number = os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=above)
        except OSError as error:
            raise self._not_given() from error
        finally:
            os.close(above)
        return self._checked(number)

    def _checked(self, number: int) -> BinaryIO:
        status = os.fstat(number)
        if stat.S_ISREG(status.st_mode) and status.st_size <= self.most_bytes:
            return os.fdopen(number, "rb")
        os.close(number)
        if not stat.S_ISREG(status.st_mode):
            raise self._not_given()
        most = self.most_bytes >> 20
        raise Refused(f"{status.st_size >> 20} MiB, but at most {most} are read: keep its first and last parts")

    def _not_given(self) -> Refused:
        return Refused(f"no readable file below {', '.join(map(str, self.folders))}: name one, or send the log as text")
