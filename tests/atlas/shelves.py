"""Releases on a shelf, written in one line, and the atlas that looking into them gives."""

from __future__ import annotations

from collections.abc import Iterable

from packaging.version import Version

from kb.atlas.finding import survey
from kb.atlas.finding.find import Finder
from kb.atlas.finding.wanted import LINE, NAME, Wanted
from kb.atlas.released.shelf import Shelf, Shelved
from kb.atlas.table import Atlas, Release
from kb.atlas.texts.literal import Literal, Texts

DATE = "2026-01-02"


def member(path: str, *texts: str | Literal, names: tuple[str, ...] = ()) -> Shelved:
    literals = tuple(text if isinstance(text, Literal) else Literal(text, "f", True) for text in texts)
    return Shelved(path, 1, Texts(literals, frozenset(names)))


def put(shelf: Shelf, releases: dict[str, list[Shelved]], distribution: str = "torch") -> None:
    for version, members in releases.items():
        shelf.add(distribution, Version(version), members)


def whole(versions: Iterable[str]) -> dict[Version, str]:
    """Releases of which all is on the shelf."""
    return dict.fromkeys(map(Version, versions), "")


def atlas_of(
    shelf: Shelf,
    releases: dict[str, list[Shelved] | None],
    lines: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    distribution: str = "torch",
) -> Atlas:
    """An atlas of these releases; None stands for a release that nobody opened."""
    read = {version: members for version, members in releases.items() if members is not None}
    put(shelf, read, distribution)
    wanted = [Wanted(LINE, line) for line in lines] + [Wanted(NAME, name) for name in names]
    found = survey.rows(survey.Looking(shelf, distribution, whole(read)), Finder(wanted))
    return Atlas(
        {distribution: [Release(Version(v), f"{v}.whl" * (v in read), DATE * (v in read)) for v in releases]},
        {(row.distribution, row.text): row for row in found},
        {item.text: item.kind for item in wanted},
    )
