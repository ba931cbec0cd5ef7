"""Entry -> the libraries that it is about: those that print its lines, by the atlas, and those that its notes name."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

from kb.atlas import table
from kb.atlas.released import plan
from kb.catalogue.schema.entry import Entry

# A choice that leads to fewer entries helps nobody to narrow the list.
FEWEST = 3


def libraries(entries: Iterable[Entry]) -> dict[str, frozenset[str]]:
    """Slug -> names of the atlas's packages; none where there is no atlas."""
    return {entry.slug: _of(entry) for entry in entries}


def known(name: str, entries: Iterable[Entry]) -> bool:
    """Whether some entry is about it; nothing is read where nobody asks."""
    return bool(name) and any(name in _of(entry) for entry in entries)


def choices(held: Collection[Collection[str]]) -> list[str]:
    """The libraries worth choosing, those of most entries first."""
    count: dict[str, int] = {}
    for names in held:
        for name in names:
            count[name] = count.get(name, 0) + 1
    return [name for name in sorted(count, key=lambda name: (-count[name], name.lower())) if count[name] >= FEWEST]


def _of(entry: Entry) -> frozenset[str]:
    content = entry.path.parents[2]
    paths = (content / table.TEXTS_FILE, content / plan.FILE)
    if not all(path.exists() for path in paths):
        return frozenset()
    printing, packages = _read(content, tuple(path.stat().st_mtime_ns for path in paths))
    carriers = set().union(*(printing.get(signature.line, ()) for signature in entry.front.printed))
    named = [note.package for note in entry.front.versions]
    return frozenset(p.name for p in packages if carriers & {*p.distributions} or any(map(p.is_called, named)))


@lru_cache(maxsize=2)
def _read(content: Path, changed: tuple[int, ...]) -> tuple[dict[str, set[str]], list[plan.Package]]:
    """Read once for each state of the files."""
    return table.printing(content), plan.load(content)
