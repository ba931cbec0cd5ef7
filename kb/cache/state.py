"""The file that names a base and a delta, and says of which content files they were made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kb.cache.files import Seen, stamp
from kb.cache.tables import Spoiled, digest
from kb.catalogue.loading.problems import Problem


@dataclass(frozen=True)
class State:
    """The files of a base and a delta, and the content that they are of; `shape` is that of all other files.

    `stamp` is that of the files as they were seen: while it is the same, nobody has to look at each in the `listing`.
    `problems` are those of the content for which some of it was left out.
    """

    base: str
    delta: str
    shape: str
    listing: bytes
    stamp: str
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, base: str, delta: str, shape: str, seen: Mapping[str, Seen], problems: Iterable[Problem] = ()) -> State:
        listing = json.dumps({name: [*of.stat, of.digest] for name, of in seen.items()}).encode()
        return cls(base, delta, shape, listing, stamp({name: of.stat for name, of in seen.items()}), tuple(problems))

    @cached_property
    def seen(self) -> dict[str, Seen]:
        return {name: Seen(tuple(stat), held) for name, (*stat, held) in json.loads(self.listing).items()}

    @property
    def written(self) -> bytes:
        problems = [[str(of.file), of.line, of.message] for of in self.problems]
        named = {"base": self.base, "delta": self.delta, "shape": self.shape, "stamp": self.stamp, "problems": problems}
        data = json.dumps(named).encode() + b"\n" + self.listing
        return digest(data).hex().encode() + b"\n" + data


def read(written: bytes) -> State:
    """Raises Spoiled where anything in it has changed."""
    told, _, data = written.partition(b"\n")
    if digest(data).hex().encode() != told:
        raise Spoiled("the state has changed")
    named, _, listing = data.partition(b"\n")
    known = json.loads(named)
    problems = tuple(Problem(Path(file), line, message) for file, line, message in known["problems"])
    return State(known["base"], known["delta"], known["shape"], listing, known["stamp"], problems)
