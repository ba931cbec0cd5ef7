"""A file of tables, key -> bytes, of which every byte is checked before it is believed.

SQLite would store these as well, but its pages have no checksums: a flipped bit hides a row without a word, and a word
that is not found changes an answer. Nor may its connections be carried into forked processes. Here keys are spread over
blocks, each with its digest, and a block is read and checked when one of its keys is first asked for.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import BinaryIO, Generic, TypeVar
from zlib import crc32

KEYS_IN_A_BLOCK = 8
# Blocks of one table that stay in memory; the rest is read again from the file.
MOST_IN_MEMORY = 4096
# Where a block begins, its bytes, its digest.
PLACE = struct.Struct("<QI8s")
# Where the header begins, its digest: the last bytes of the file.
FOOTER = struct.Struct("<Q8s")

Value = TypeVar("Value")
# Table -> key -> value.
Tables = Mapping[str, Mapping[str, bytes]]


class Spoiled(Exception):
    """The file is not what was once written."""


def digest(*parts: bytes) -> bytes:
    # SHA-256 because processors have instructions for it: of 10,000 entries every start reads some fifty megabytes.
    made = sha256()
    for part in parts:
        made.update(part)
    return made.digest()[:8]


def write(out: BinaryIO, tables: Tables) -> None:
    """All tables into one file."""
    header = {name: _write_table(out, name, table) for name, table in tables.items()}
    written, at = json.dumps(header).encode(), out.tell()
    out.write(written)
    out.write(FOOTER.pack(at, digest(written)))


def _write_table(out: BinaryIO, name: str, table: Mapping[str, bytes]) -> tuple[int, int, int, str]:
    """Blocks, then their places; returns (keys, blocks, where the places begin, the digest of the places)."""
    count = len(table) // KEYS_IN_A_BLOCK + 1
    blocks: list[list[str]] = [[] for _ in range(count)]
    for key in table:
        blocks[_block(key, count)].append(key)
    places = bytearray()
    for number, keys in enumerate(blocks):
        sizes = json.dumps({key: len(table[key]) for key in keys}).encode()
        block = b"\n".join((sizes, b"".join(table[key] for key in keys)))
        places += PLACE.pack(out.tell(), len(block), digest(_name(name, number), block))
        out.write(block)
    at = out.tell()
    out.write(places)
    return len(table), count, at, digest(places).hex()


def _block(key: str, count: int) -> int:
    return crc32(key.encode("utf-8", "surrogatepass")) % count


def _name(table: str, number: int) -> bytes:
    """Part of a block's digest, so that no block passes for another."""
    return f"{table} {number}\n".encode()


class File:
    """The tables of one file; threads and forked processes may share it. Raises Spoiled, here and when it is read."""

    def __init__(self, source: BinaryIO):
        self._source = source
        size = os.fstat(source.fileno()).st_size
        if size < FOOTER.size:
            raise Spoiled("too short")
        at, told = FOOTER.unpack(self.read(size - FOOTER.size, FOOTER.size))
        if at > size - FOOTER.size:
            raise Spoiled("the header lies outside")
        header = self.read(at, size - FOOTER.size - at)
        if digest(header) != told:
            raise Spoiled("the header has changed")
        self._header = json.loads(header)

    def read(self, at: int, size: int) -> bytes:
        try:
            data = os.pread(self._source.fileno(), size, at)
        except OSError as error:
            raise Spoiled(str(error)) from error
        if len(data) != size:
            raise Spoiled("cut off")
        return data

    def table(self, name: str, decode: Callable[[bytes], Value]) -> Table[Value]:
        if name not in self._header:
            raise Spoiled(f"no table {name}")
        return Table(self, name, self._header[name], decode)

    def check(self) -> None:
        """Reads everything once. Raises Spoiled."""
        for name in self._header:
            for _ in self.table(name, bytes).blocks():
                pass


class Table(Mapping[str, Value], Generic[Value]):
    """One table of a file; each block is checked when it is read."""

    def __init__(self, file: File, name: str, told: tuple[int, int, int, str], decode: Callable[[bytes], Value]):
        self._file, self._name, self._decode = file, name, decode
        self._keys, self._count, at, expected = told
        self._places = file.read(at, self._count * PLACE.size)
        if digest(self._places).hex() != expected:
            raise Spoiled(f"the places of {name} have changed")
        self._block = lru_cache(MOST_IN_MEMORY)(self._read_block)

    def _read_block(self, number: int) -> dict[str, bytes]:
        at, size, expected = PLACE.unpack_from(self._places, number * PLACE.size)
        data = self._file.read(at, size)
        if digest(_name(self._name, number), data) != expected:
            raise Spoiled(f"block {number} of {self._name} has changed")
        begin = data.index(b"\n") + 1
        found = {}
        for key, length in json.loads(data[:begin]).items():
            found[key] = data[begin : begin + length]
            begin += length
        return found

    def blocks(self) -> Iterator[dict[str, bytes]]:
        return map(self._read_block, range(self._count))

    def __getitem__(self, key: str) -> Value:
        return self._decode(self._block(_block(key, self._count))[key])

    def get(self, key: str, default=None):
        found = self._block(_block(key, self._count)).get(key)
        return default if found is None else self._decode(found)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._block(_block(key, self._count))

    def __iter__(self) -> Iterator[str]:
        return (key for block in self.blocks() for key in block)

    def items(self) -> Iterator[tuple[str, Value]]:
        return ((key, self._decode(value)) for block in self.blocks() for key, value in block.items())

    def __len__(self) -> int:
        return self._keys
