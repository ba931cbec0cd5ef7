"""Entry → the releases that have its lines, from the atlas beside the content."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kb.atlas import table
from kb.atlas.released import plan
from kb.atlas.strip import Strip, strips
from kb.catalogue.schema.entry import Entry

FILES = (table.TEXTS_FILE, table.RELEASES_FILE, plan.FILE)


def released(entry: Entry) -> tuple[Strip, ...]:
    """One strip for each line and package that has it; none where nobody has read any release."""
    content = entry.path.parents[2]
    if not all((content / name).exists() for name in FILES):
        return ()
    atlas, packages = _atlas(content, tuple((content / name).stat().st_mtime_ns for name in FILES))
    return tuple(strips(entry, packages, atlas))


@lru_cache(maxsize=2)
def _atlas(content: Path, changed: tuple[int, ...]) -> tuple[table.Atlas, list[plan.Package]]:
    """Read once for each state of the files."""
    return table.load(content), plan.load(content)
