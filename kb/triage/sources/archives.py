"""A tar archive -> the logs inside, read where they lie; nothing is ever written under a name of the archive's."""

from __future__ import annotations

import io
import re
import shutil
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from kb.language import gettext
from kb.triage.sources.bounded import piecewise
from kb.triage.sources.names import is_log
from kb.triage.sources.opening import raw_file
from kb.triage.sources.packed import BROKEN, LONGEST_MAGIC, is_packed, unpacked
from kb.triage.sources.source import Source, Unread

TAR = re.compile(r"\.(?:tar(?:\.(?:gz|zst|bz2|xz))?|tgz|tbz2?|txz|tzst)$", re.IGNORECASE)
MOST_MEMBERS = 500_000
# A header may say that a name is gigabytes long, and tarfile would read it.
MOST_AT_ONCE = 16 * 1024 * 1024
# Of a file inside: no file system takes more.
LONGEST_NAME = 1024
MOST_UNPACKED = 256 * 1024**3
# So much of the disk stays free.
SPARE = 1024**3
BLOCK = 1024 * 1024


def is_archive(name: str) -> bool:
    return TAR.search(name) is not None


def members(name: str, path: str, spool: Path, number: int) -> Iterator[Source | Unread]:
    """The logs of an archive. One that is compressed is unpacked once, to a numbered file in the folder `spool`.

    Raises OSError and what stands in packed.BROKEN where it cannot even be opened.
    """
    with raw_file(path) as raw:
        head = raw.read(LONGEST_MAGIC)
        raw.seek(0)
        if is_packed(head):
            plain = spool / f"{number}.members"
            if not _unpack(unpacked(raw, head), plain):
                yield Unread(name, gettext("too large to be unpacked here: only its beginning was read"))
            with plain.open("rb") as file:
                yield from _listed(name, str(plain), file)
        else:
            yield from _listed(name, path, raw)


def _unpack(packed: BinaryIO, target: Path) -> bool:
    """Whether all of it fitted. What is broken behind a good beginning leaves the beginning."""
    target.parent.mkdir(parents=True, exist_ok=True)
    left = min(MOST_UNPACKED, shutil.disk_usage(target.parent).free - SPARE)
    read = piecewise(packed)
    with target.open("wb") as file:
        try:
            while block := read(BLOCK):
                left -= len(block)
                if left < 0:
                    return False
                file.write(block)
        except BROKEN:
            return False
    return True


def _listed(name: str, path: str, file: BinaryIO) -> Iterator[Source | Unread]:
    try:
        with tarfile.open(fileobj=_Careful(file), mode="r:") as archive:
            for member in islice(archive, MOST_MEMBERS):
                inside = f"{name}/{member.name[:LONGEST_NAME]}"
                if len(member.name) > LONGEST_NAME:
                    yield Unread(inside, gettext("a name of {count:,} characters").format(count=len(member.name)))
                elif member.issparse():
                    yield Unread(inside, gettext("a file with holes: unpack the archive"))
                elif member.isreg() and is_archive(member.name):
                    yield Unread(inside, gettext("an archive in an archive: unpack it"))
                elif member.isreg() and is_log(member.name):
                    yield Source(inside, path, member.size, member.offset_data)
            if archive.next() is not None:
                yield Unread(
                    name, gettext("more than {count:,} files: the rest was left out").format(count=MOST_MEMBERS)
                )
    except (tarfile.TarError, *BROKEN) as error:
        yield Unread(name, gettext("a broken archive: {error}").format(error=error))


class _Careful(io.RawIOBase):
    """A file that refuses to be read in one huge piece."""

    def __init__(self, file: BinaryIO):
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= MOST_AT_ONCE:
            raise OSError(gettext("a header asks for {size:,} bytes").format(size=size))
        return self._file.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True
