"""A compressed stream -> a plain one, by its first bytes and within bounded memory, whatever its name says."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import BinaryIO

from kb.language import gettext

GZIP, ZSTD, BZIP2, XZ = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\x00"
LONGEST_MAGIC = 6
BLOCK = 64 * 1024
# A header may ask for a window of gigabytes; the tools' own highest settings need less than this.
MOST_WINDOW = 128 * 1024 * 1024
# Whatever is wrong with a packed stream comes as one of these.
BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError)


class NotInstalled(Exception):
    """A library of the extra is missing; the message says how to get it."""


def extra(what: str, name: str) -> NotInstalled:
    """The error for a library that is not there."""
    told = gettext("{what} needs {name}: pip install 'rank-down[triage]'")
    return NotInstalled(told.format(what=what, name=name))


def is_packed(head: bytes) -> bool:
    return head.startswith((GZIP, ZSTD, BZIP2, XZ))


def unpacked(stream: BinaryIO, head: bytes) -> BinaryIO:
    """The plain bytes of a stream that begins with `head` and stands at its beginning. Raises NotInstalled."""
    if head.startswith(GZIP):
        return gzip.GzipFile(fileobj=stream)
    if head.startswith(BZIP2):
        return bz2.BZ2File(stream)
    if head.startswith(XZ):
        return io.BufferedReader(_Xz(stream), BLOCK)
    if head.startswith(ZSTD):
        return _zstd(stream)
    return stream


def _zstd(stream: BinaryIO) -> BinaryIO:
    try:
        import zstandard
    except ImportError as error:
        raise extra("zstd", "zstandard") from error
    unpacker = zstandard.ZstdDecompressor(max_window_size=MOST_WINDOW)
    return _Zstd(unpacker.stream_reader(stream, read_across_frames=True))


class _Zstd(io.RawIOBase):
    """zstandard's reader, whose errors are of a class of its own, as a file whose errors are OSError."""

    def __init__(self, reader: BinaryIO):
        self._reader = reader

    def readable(self) -> bool:
        return True

    def readinto(self, target) -> int:
        import zstandard

        try:
            return self._reader.readinto(target)
        except zstandard.ZstdError as error:
            raise OSError(str(error)) from error


class _Xz(io.RawIOBase):
    """xz within bounded memory, which LZMAFile cannot promise; streams that follow each other are one."""

    def __init__(self, stream: BinaryIO):
        self._stream, self._unpacker = stream, self._fresh()

    @staticmethod
    def _fresh() -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_WINDOW)

    def readable(self) -> bool:
        return True

    def readinto(self, target) -> int:
        piece = b""
        while not piece:
            rest = b""
            if self._unpacker.eof:
                # Padding between streams is zero bytes.
                rest = self._unpacker.unused_data.lstrip(b"\0") or self._stream.read(BLOCK).lstrip(b"\0")
                if not rest:
                    return 0
                self._unpacker = self._fresh()
            elif self._unpacker.needs_input and not (rest := self._stream.read(BLOCK)):
                raise EOFError(gettext("it ends in the middle"))
            piece = self._unpacker.decompress(rest, len(target))
        target[: len(piece)] = piece
        return len(piece)
