"""A text's releases → when it came and went; a boundary is exact only between two neighbours that were opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from packaging.version import Version

from kb.atlas.table import NO, PARTLY, UNKNOWN, YES, Atlas, Status
from kb.language import gettext


@dataclass(frozen=True, slots=True)
class Mark:
    """One release of a package, and whether it has the text."""

    version: Version
    status: Status


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of releases that have a text. `before` and `after` are the nearest releases that were opened and lack
    it, None where none was; exact where no release lies between."""

    first: Version
    last: Version
    before: Version | None
    after: Version | None
    exact_start: bool
    exact_end: bool

    def __str__(self) -> str:
        return gettext(", ").join((self._start(), self._end()))

    def _start(self) -> str:
        if self.before is None:
            return gettext("{first} or earlier").format(first=self.first)
        told = gettext("from {first}") if self.exact_start else gettext("after {before}, by {first}")
        return told.format(first=self.first, before=self.before)

    def _end(self) -> str:
        if self.after is None:
            return gettext("still in {last}").format(last=self.last)
        told = gettext("up to {last}") if self.exact_end else gettext("gone after {last}, by {after}")
        return told.format(last=self.last, after=self.after)


def history(atlas: Atlas, distributions: Iterable[str], text: str) -> list[Mark]:
    """Every final release of a package, oldest first; what one distribution of it has, the package has."""
    found: dict[Version, Status] = {}
    worth = {YES: 3, PARTLY: 2, NO: 1, UNKNOWN: 0}
    for distribution in distributions:
        for release in atlas.releases.get(distribution, ()):
            status = atlas.status(distribution, text, release)
            found[release.version] = max(status, found.get(release.version, UNKNOWN), key=worth.__getitem__)
    return [Mark(version, found[version]) for version in sorted(found)]


def spans(marks: list[Mark]) -> list[Span]:
    """The stretches that have the text; releases that nobody opened neither end a stretch nor lengthen one."""
    found, run = [], []
    for at, mark in enumerate(marks):
        if mark.status == YES:
            run.append(at)
        elif run and mark.status != UNKNOWN:
            found.append(_span(marks, run))
            run = []
    return [*found, _span(marks, run)] if run else found


def _span(marks: list[Mark], run: list[int]) -> Span:
    before = next((at for at in range(run[0] - 1, -1, -1) if marks[at].status != UNKNOWN), None)
    after = next((at for at in range(run[-1] + 1, len(marks)) if marks[at].status != UNKNOWN), None)
    return Span(
        first=marks[run[0]].version,
        last=marks[run[-1]].version,
        before=None if before is None else marks[before].version,
        after=None if after is None else marks[after].version,
        exact_start=before == run[0] - 1,
        exact_end=after == run[-1] + 1,
    )
