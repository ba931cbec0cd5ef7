"""What reading takes out of a member: the texts that it could print, and the names that it uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

# Stands in a literal where the program puts a value.
GAP = "{}"


class Literal(NamedTuple):
    """A text in a program, the function it stands in (empty: unknown), and whether it is raised, logged or warned."""

    text: str
    where: str = ""
    said: bool = False


@dataclass(frozen=True, slots=True)
class Texts:
    """The literals of one member in the order of the file, and the identifiers that it uses."""

    literals: tuple[Literal, ...]
    names: frozenset[str] = frozenset()
