"""What the derived files were made by: with another program or library they would be others."""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

LEARNED = "matching/words/meaning.json"
ROOMS = ("cache", "catalogue", "reading", "matching")
LIBRARIES = ("hyperscan-", "whoosh3-", "pyyaml-", "msgspec-")


def version() -> str:
    """A digest of our own sources, the libraries' versions, Python and the kind of machine."""
    code = Path(__file__).parents[1]
    told = blake2b(digest_size=16)
    for path in sorted(path for room in ROOMS for path in (code / room).rglob("*.py")):
        told.update(path.relative_to(code).as_posix().encode() + b"\0" + path.read_bytes())
    # Two megabytes, which take longer to read than all sources: when it was written, and how long it is.
    learned = (code / LEARNED).stat()
    told.update(f"{learned.st_size} {learned.st_mtime_ns}".encode())
    told.update("\0".join((*_installed(), sys.version, os.uname().machine, sys.byteorder)).encode())
    return told.hexdigest()


def _installed() -> list[str]:
    """Folders such as hyperscan-0.9.1.dist-info: asking importlib.metadata takes longer than a whole match."""
    spec = find_spec("hyperscan")
    beside = Path(spec.origin).parents[1] if spec and spec.origin else Path()
    return sorted(path.name for path in beside.iterdir() if path.name.lower().startswith(LIBRARIES))
