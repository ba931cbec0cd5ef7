"""Names of nodes: which words are one, and the many that SLURM folds into one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

HOST = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9][\w.-]{0,62}|\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}")
NOBODY = ("localhost", "none", "null", "unknown")
PART = re.compile(r"(?P<before>[^\[\],]*)(?:\[(?P<numbers>[\d,-]+)\])?(?P<after>[^\[\],]*)(?:,|$)")


def is_host(word: str) -> bool:
    return HOST.fullmatch(word) is not None and word.lower() not in NOBODY


def spelled_out(folded: str, most: int) -> list[str]:
    """gpu[01-03,7],login1 -> gpu01, gpu02, gpu03, gpu7, login1; at most so many."""
    return list(islice(_names(folded), most))


def _names(folded: str) -> Iterator[str]:
    for part in PART.finditer(folded):
        if part["numbers"] is None:
            if part["before"]:
                yield part["before"]
            continue
        for piece in part["numbers"].split(","):
            first, _, last = piece.partition("-")
            if first.isdecimal() and (not last or last.isdecimal()):
                for number in range(int(first), int(last or first) + 1):
                    yield f"{part['before']}{number:0{len(first)}d}{part['after']}"
