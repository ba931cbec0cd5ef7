"""A shared library, as a stream → the strings in it, in linear time and without ever holding the library."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import IO

import hyperscan

from kb.atlas.texts.literal import Literal, Texts

SHORTEST = 6
INLINED = 16
CHUNK = 4 << 20
LONGEST = 64 << 10
_PRINTABLE = b"\t\n\r\x1b" + bytes(range(0x20, 0x7F))
_TELLING = re.compile(rb"[A-Za-z]{3}")
# Names of C++ symbols and types: most of what a library of templates has, and nothing that it prints.
_MANGLED = re.compile(rb"\*?_?_?[ZN][A-Z]?\d|_Z|\*?N\d|\.text\.|\.rodata\.")
_BLANKED = bytes(c if c in _PRINTABLE else 0 for c in range(256))


def read(stream: IO[bytes]) -> Texts:
    """Strings that end in a NUL, as C and C++ keep their literals; each once, in the order of the file.

    Also printable runs of INLINED bytes and more: Rust keeps its literals side by side, and a compiler that builds a
    std::string in place keeps pieces of that size among other constants, in no order and without a NUL.
    """
    return _texts(_terminated(stream))


def _texts(found: Iterator[bytes]) -> Texts:
    kept = dict.fromkeys(text for text in found if _TELLING.search(text) and not _MANGLED.match(text))
    return Texts(tuple(Literal(text.decode("ascii")) for text in kept))


def _terminated(stream: IO[bytes]) -> Iterator[bytes]:
    for block in _blocks(stream):
        ends: list[int] = []
        _database().scan(block, match_event_handler=lambda _i, _from, end, _flags, _c, ends=ends: ends.append(end))
        for end in ends:
            run = block[max(block.rfind(b"\0", 0, end - 1) + 1, end - LONGEST) : end - 1].translate(_BLANKED)
            yield run[run.rfind(b"\0") + 1 :]


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """The stream cut at NULs, so that no string is cut in two; at most CHUNK + LONGEST bytes each."""
    rest = b""
    while chunk := stream.read(CHUNK):
        block = rest + chunk
        cut = block.rfind(b"\0") + 1
        rest = block[cut:][-LONGEST:]
        yield block[:cut]
    yield rest + b"\0"


@functools.cache
def _database() -> hyperscan.Database:
    """Finds where a run of printable bytes ends, ten times as fast as `re` finds the runs."""
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    printable = rb"\t\n\r\x1b\x20-\x7e"
    ended, inlined = b"[%b]{%d}\\x00" % (printable, SHORTEST), b"[%b]{%d}[^\\x00%b]" % (printable, INLINED, printable)
    database.compile(expressions=[ended, inlined], flags=[hyperscan.HS_FLAG_DOTALL] * 2)
    return database
