"""Object stores and whatever else has an address (s3://, gs://, memory://): the only module that knows fsspec."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from kb.language import gettext
from kb.triage.sources.packed import NotInstalled, extra

BLOCK = 256 * 1024


def is_address(path: str) -> bool:
    return "://" in path


def listed(address: str) -> Iterator[tuple[str, str, int]]:
    """(name below the address, address, size in bytes) of every file there. Raises OSError, NotInstalled."""
    filesystem, root = _filesystem(address)
    nothing = gettext("nothing is stored there")
    try:
        with _as_oserror():
            found = _below(filesystem, root)
    except FileNotFoundError as error:  # gcsfs says no more than what it asked for
        raise FileNotFoundError(f"{nothing}: {error}") from error
    if not found:
        raise FileNotFoundError(nothing)
    for path, about in sorted(found.items()):
        name = path.removeprefix(root).lstrip("/") or path.rsplit("/", 1)[-1]
        yield name, filesystem.unstrip_protocol(path), int(about.get("size") or 0)


def _below(filesystem: Any, root: str) -> dict[str, dict[str, Any]]:
    found = filesystem.find(root, detail=True)
    # adlfs names a single file without telling its size.
    return found if isinstance(found, dict) else {path: filesystem.info(path) for path in found}


def opened(address: str) -> BinaryIO:
    """Raises OSError, NotInstalled; reading it, OSError."""
    filesystem, path = _filesystem(address)
    with _as_oserror():
        return io.BufferedReader(_Stored(filesystem.open(path, "rb")), BLOCK)


@contextmanager
def _as_oserror() -> Iterator[None]:
    """Each store's library has errors of its own (no credentials, no connection), with no class in common."""
    try:
        yield
    except (OSError, ImportError):
        raise
    except ValueError as error:  # an address that fsspec cannot read: its sentence says enough
        raise OSError(str(error)) from error
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


class _Stored(io.RawIOBase):
    """A store's file, whose errors are OSError wherever it is read."""

    def __init__(self, file: BinaryIO):
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with _as_oserror():
            return self._file.seek(offset, whence)

    def readinto(self, target) -> int:
        with _as_oserror():
            piece = self._file.read(len(target))
        target[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()


def _filesystem(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError as error:
        raise extra(address.split("://")[0] + "://", "fsspec") from error
    try:
        with _as_oserror():
            filesystem, path = fsspec.core.url_to_fs(address)
    except ImportError as error:  # the store's own library: fsspec says which
        raise NotInstalled(str(error)) from error
    _hushed("fsspec", type(filesystem).__module__.partition(".")[0])
    return filesystem, path


def _hushed(*libraries: str) -> None:
    """What a store's libraries log goes where its reader has sent it, and else nowhere.

    Python would print it: gcsfs warns of every log that it opens, and shows a traceback where we say it in a line.
    """
    for library in libraries:
        logger = logging.getLogger(library)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
