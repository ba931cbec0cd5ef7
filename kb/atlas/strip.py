"""An entry × the atlas → for each of its lines and each package that prints it, the releases that have it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.atlas.history import Mark, history, spans
from kb.atlas.released.plan import Package
from kb.atlas.table import UNKNOWN, YES, Atlas, Status
from kb.catalogue.schema.entry import Entry
from kb.language import gettext


@dataclass(frozen=True, slots=True)
class Cell:
    """One minor release: its newest patch that was opened, or its newest where none was."""

    release: str
    status: Status


@dataclass(frozen=True, slots=True)
class Strip:
    """One line in the releases of one package, oldest first, and the same in words."""

    line: str
    package: str
    cells: tuple[Cell, ...]
    words: str
    newest_has_it: bool
    read: str


def strips(entry: Entry, packages: Iterable[Package], atlas: Atlas) -> list[Strip]:
    """What a page shows; nothing for a line that no package that was read has."""
    return [
        strip
        for signature in entry.front.printed
        for package in packages
        if (strip := strip_of(signature.line, package, atlas))
    ]


def strip_of(text: str, package: Package, atlas: Atlas) -> Strip | None:
    """The releases of one package that have a text; None where no release that was opened has it."""
    if not any((distribution, text) in atlas.rows for distribution in package.distributions):
        return None
    marks = history(atlas, package.distributions, text)
    if not any(mark.status == YES for mark in marks):
        return None
    opened = [mark for mark in marks if mark.status != UNKNOWN]
    return Strip(
        line=text,
        package=package.name,
        cells=_cells([mark for mark in marks if mark.version >= package.since]),
        words=gettext("; ").join(str(span) for span in spans(marks)),
        newest_has_it=opened[-1].status == YES,
        read=_last_read(package, atlas),
    )


def _cells(marks: list[Mark]) -> tuple[Cell, ...]:
    minors: dict[tuple[int, ...], list[Mark]] = {}
    for mark in marks:
        minors.setdefault(mark.version.release[:2], []).append(mark)
    return tuple(_cell(patches) for _, patches in sorted(minors.items()))


def _cell(patches: list[Mark]) -> Cell:
    opened = [mark for mark in patches if mark.status != UNKNOWN]
    shown = (opened or patches)[-1]
    return Cell(str(shown.version), shown.status)


def _last_read(package: Package, atlas: Atlas) -> str:
    dates = (release.read for name in package.distributions for release in atlas.releases.get(name, ()))
    return max(dates, default="")
