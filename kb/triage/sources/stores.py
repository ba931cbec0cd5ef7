"""Object stores and whatever else has an address (s3://, gs://, memory://): the only module that knows fsspec."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from kb.triage.sources.packed import NotInstalled, extra


def is_address(path: str) -> bool:
    return "://" in path


def listed(address: str) -> Iterator[tuple[str, str, int]]:
    """(name below the address, address, size in bytes) of every file there. Raises OSError, NotInstalled."""
    filesystem, root = _filesystem(address)
    for path, about in sorted(filesystem.find(root, detail=True).items()):
        name = path.removeprefix(root).lstrip("/") or path.rsplit("/", 1)[-1]
        yield name, filesystem.unstrip_protocol(path), int(about.get("size") or 0)


def opened(address: str) -> BinaryIO:
    """Raises OSError, NotInstalled."""
    filesystem, path = _filesystem(address)
    return filesystem.open(path, "rb")


def _filesystem(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError as error:
        raise extra(address.split("://")[0] + "://", "fsspec") from error
    try:
        return fsspec.core.url_to_fs(address)
    except ImportError as error:  # the store's own library: fsspec says which
        raise NotInstalled(str(error)) from error
    except ValueError as error:
        raise OSError(str(error)) from error
