"""A literal of one release × a library of another → whether it may be there still, kept in pieces by the compiler."""

from __future__ import annotations

from collections.abc import Iterable

from kb.atlas.released.shelf import Shelved
from kb.atlas.texts.library import INLINED


def library_text(members: Iterable[Shelved]) -> str:
    """Everything that the libraries of a release say, as one text."""
    return "\n".join(x.text for member in members if is_library(member.path) for x in member.texts.literals)


def is_library(path: str) -> bool:
    return ".so" in path


def may_be_in(literal: str, text: str) -> bool:
    """Whether at least half of a literal's whole pieces, and two of them, are in a library's text.

    The rest may be part of the machine code, or overlap. One piece proves nothing: literals begin alike.
    """
    pieces = [literal[at : at + INLINED] for at in range(0, len(literal) - INLINED + 1, INLINED)]
    found = sum(piece in text for piece in pieces)
    return found > 1 and 2 * found >= len(pieces)
