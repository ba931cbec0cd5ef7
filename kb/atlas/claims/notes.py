"""An entry's notes under `versions:` × the atlas → boundaries that it contradicts, and those that nobody opened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from packaging.version import Version

from kb.atlas.claims.boundary import NUMBER, Boundary, boundaries, opened_for, releases_of, versions_in
from kb.atlas.finding.wanted import names_in
from kb.atlas.history import Mark, history, spans
from kb.atlas.released.plan import Package, package_called
from kb.atlas.table import NO, YES, Atlas
from kb.catalogue.schema.entry import VersionNote


def refuted(one: VersionNote, packages: list[Package], atlas: Atlas) -> Iterator[str]:
    """What is wrong with one note; nothing where the plan does not read its package."""
    package = package_called(one.package, packages)
    if package is None or not versions_in(one.specifier):
        return
    opened = opened_for(one.note, package, atlas)
    bounds = list(boundaries(one.specifier, releases_of(package, atlas), opened))
    for bound in bounds:
        if not bound.is_opened():
            between = f"{_name(bound.older)} and {_name(bound.newer)}"
            yield (
                f"{package.name} {one.specifier}: the boundary lies between {between}, and not both were opened: "
                f"run `python -m kb.atlas read --package {package.name}`, or write 'all' and in the note what was seen"
            )
    yield from _moved(package, one, bounds, atlas)


def _moved(package: Package, one: VersionNote, bounds: list[Boundary], atlas: Atlas) -> Iterator[str]:
    """A name in the note that came or went at another release than the note says, where none agrees with it.

    A version in the note itself is said too: "`A_B=0` (since 2.14) brings it back".
    """
    changes: dict[str, set[Version]] = {}
    for name in names_in(one.note):
        if name in atlas.texts and (at := _changes(history(atlas, package.distributions, name))):
            changes[name] = at
    said = {bound.newer.version for bound in bounds if bound.newer}
    aside = [Version(number) for number in re.findall(rf"(?<![\w.]){NUMBER}", one.note)]
    if said and changes and not any(_is_said(at, said, aside) for at in changes.values()):
        for name in sorted(changes):
            when = "; ".join(str(span) for span in spans(history(atlas, package.distributions, name)))
            yield (
                f"{package.name} {one.specifier}, but `{name}` is in the releases {when}: correct the specifier, "
                f"or say in the note since which release there is {name}"
            )


def _is_said(at: set[Version], said: set[Version], aside: list[Version]) -> bool:
    """Whether a change lies where the note says; `2.14` in its text takes all of 2.14."""
    return bool(at & said) or any(version.release[: len(one.release)] == one.release for version in at for one in aside)


def _changes(marks: list[Mark]) -> set[Version]:
    """Every release between the last one that was known to be otherwise and the one that differs."""
    at: set[Version] = set()
    previous, between = None, []
    for mark in marks:
        between.append(mark.version)
        if mark.status in (YES, NO):
            if previous is not None and previous != mark.status:
                at |= set(between)
            previous, between = mark.status, []
    return at


def _name(mark: Mark | None) -> str:
    return "no release" if mark is None else str(mark.version)
