"""A wheel or an sdist on a server → its members, each as a stream, without unpacking anything to disk."""

from __future__ import annotations

import io
import shutil
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from kb.atlas.released import ranged
from kb.atlas.released.file import File
from kb.atlas.released.index import PLAIN


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive: its path below the package's root, its checksum and its bytes."""

    path: str
    checksum: int
    content: IO[bytes]


def members(session, file: File, wanted) -> Iterator[Member]:
    """The members whose path `wanted` accepts, in the archive's order. Read each before asking for the next."""
    if file.is_wheel:
        yield from _of_wheel(session, file, wanted)
    else:
        yield from _of_sdist(session, file, wanted)


def _of_wheel(session, file: File, wanted) -> Iterator[Member]:
    with _seekable(session, file) as raw, zipfile.ZipFile(raw) as archive:
        for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
            if not info.is_dir() and wanted(info.filename):
                with archive.open(info) as content:
                    yield Member(info.filename, info.CRC, content)


@contextmanager
def _seekable(session, file: File) -> Iterator[IO[bytes]]:
    """Ranges of the file on the server; where it has none, a copy that is gone afterwards."""
    try:
        raw = ranged.opened(session, file.url)
    except ranged.NoRanges:
        raw = _copied(session, file)
    with raw:
        yield raw


def _copied(session, file: File) -> IO[bytes]:
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    with _whole(session, file) as stream:
        shutil.copyfileobj(stream, copy, 1 << 20)
    copy.seek(0)
    return copy


@contextmanager
def _whole(session, file: File) -> Iterator[IO[bytes]]:
    with session.get(file.url, headers=PLAIN, stream=True) as response:
        response.raise_for_status()
        yield response.raw


def _of_sdist(session, file: File, wanted) -> Iterator[Member]:
    with _whole(session, file) as raw, tarfile.open(fileobj=raw, mode="r|gz") as archive:
        for info in archive:
            path = info.name.partition("/")[2]
            if info.isfile() and wanted(path) and (stream := archive.extractfile(info)):
                content = stream.read()
                yield Member(path, zlib.crc32(content), io.BytesIO(content))
