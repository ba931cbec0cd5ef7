"""What entries state of versions × the atlas → every boundary that it contradicts, and every one that nobody opened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from kb.atlas.finding.wanted import names_in
from kb.atlas.history import Mark, history, spans
from kb.atlas.released.plan import FILE as PLAN_FILE
from kb.atlas.released.plan import Package, package_called
from kb.atlas.released.plan import load as load_plan
from kb.atlas.table import NO, UNKNOWN, YES, Atlas
from kb.atlas.table import load as load_atlas
from kb.catalogue.content import Content
from kb.catalogue.entry import Entry
from kb.catalogue.problems import Problem

_NUMBER = r"v?(\d+(?:\.\d+)+)"
_TO = re.compile(rf"\s+{_NUMBER}\s+(?:to|-|–|through)\s+{_NUMBER}", re.IGNORECASE)
_ONWARDS = re.compile(rf"\s+(?:>=\s*)?{_NUMBER}\s+(?:and|or)\s+(?:later|newer|above)", re.IGNORECASE)
_BACKWARDS = re.compile(rf"\s+{_NUMBER}\s+(?:and|or)\s+(?:older|earlier|before)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Boundary:
    """Between two neighbouring releases of a package; None where there is no release on that side."""

    older: Mark | None
    newer: Mark | None

    def is_opened(self) -> bool:
        return all(mark is None or mark.status != UNKNOWN for mark in (self.older, self.newer))


def check_kept(content: Content) -> list[Problem]:
    """What the atlas beside the content says of its statements; nothing where there is none. Asks no network."""
    if not (content.root / PLAN_FILE).exists() or not (atlas := load_atlas(content.root)).releases:
        return []
    return list(check(content, load_plan(content.root), atlas))


def check(content: Content, packages: Iterable[Package], atlas: Atlas) -> Iterator[Problem]:
    """Every statement about versions that the releases do not bear out."""
    packages = list(packages)
    for entry in content.entries:
        for n, note in enumerate(entry.front.versions):
            for message in _of_note(note.package, note.specifier, note.note, packages, atlas):
                yield content.problem(entry.path, message, "versions", n, "specifier")
        for n, signature in enumerate(entry.front.signatures):
            if not signature.line:
                continue
            for message in _of_signature(signature.line, signature.versions, packages, atlas):
                yield content.problem(entry.path, message, "signatures", n, "versions")


def stated(entry: Entry, package: Package) -> set[Version]:
    """Every version of a package at which an entry sees a change: the releases around it are worth opening."""
    notes = (note for note in entry.front.versions if package.is_called(note.package))
    found = {version for note in notes for version in _versions(note.specifier)}
    for signature in entry.front.signatures:
        for name in (package.name, *package.called):
            for match in re.finditer(rf"\b{re.escape(name)}\s+{_NUMBER}", signature.versions, re.IGNORECASE):
                found.add(Version(match[1]))
    return found


def _versions(specifier: str) -> list[Version]:
    try:
        parts = list(SpecifierSet("" if specifier == "all" else specifier))
    except InvalidSpecifier:
        return []
    return [Version(part.version.removesuffix(".*")) for part in parts]


def _of_note(name: str, specifier: str, note: str, packages: list[Package], atlas: Atlas) -> Iterator[str]:
    package = package_called(name, packages)
    if package is None or not _versions(specifier):
        return
    releases = history(atlas, package.distributions, "")
    opened = _opened(atlas, package, note)
    bounds = [bound for bound in boundaries(specifier, [mark.version for mark in releases], opened) if bound]
    for bound in bounds:
        if not bound.is_opened():
            between = f"{_name(bound.older)} and {_name(bound.newer)}"
            yield (
                f"{package.name} {specifier}: the boundary lies between {between}, and not both were opened: "
                f"run `python -m kb.atlas read --package {package.name}`, or write 'all' and in the note what was seen"
            )
    yield from _moved(package, specifier, note, bounds, atlas)


def _moved(package: Package, specifier: str, note: str, bounds: list[Boundary], atlas: Atlas) -> Iterator[str]:
    """A name in the note that came or went at another release than the note says, where none agrees with it.

    A version in the note itself is said too: "`A_B=0` (since 2.14) brings it back".
    """
    changes: dict[str, set[Version]] = {}
    for name in names_in(note):
        if name in atlas.texts and (at := _changes(history(atlas, package.distributions, name))):
            changes[name] = at
    said = {bound.newer.version for bound in bounds if bound.newer}
    aside = [Version(number) for number in re.findall(rf"(?<![\w.]){_NUMBER}", note)]
    if said and changes and not any(_is_said(at, said, aside) for at in changes.values()):
        for name in sorted(changes):
            when = "; ".join(str(span) for span in spans(history(atlas, package.distributions, name)))
            yield (
                f"{package.name} {specifier}, but `{name}` is in the releases {when}: correct the specifier, "
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


def boundaries(specifier: str, releases: list[Version], opened: set[Version]) -> Iterator[Boundary | None]:
    """The places in a package's releases at which a specifier begins or ends to hold."""
    holds = SpecifierSet(specifier)
    marks = [Mark(version, YES if version in opened else UNKNOWN) for version in releases]
    for older, newer in pairwise(marks):
        if holds.contains(older.version) != holds.contains(newer.version):
            yield Boundary(older, newer)


def _opened(atlas: Atlas, package: Package, note: str) -> set[Version]:
    """The releases of which enough was read for a note: a light read is not, where it cannot know the note's names."""
    keys = [(distribution, name) for distribution in package.distributions for name in names_in(note)]
    named = [row for key in keys if (row := atlas.rows.get(key))]
    light_will_do = not named or any(row.light for row in named)
    releases = (release for distribution in package.distributions for release in atlas.releases.get(distribution, ()))
    return {release.version for release in releases if release.read and (light_will_do or not release.light)}


def _of_signature(line: str, versions: str, packages: list[Package], atlas: Atlas) -> Iterator[str]:
    for package in packages:
        if not any((distribution, line) in atlas.rows for distribution in package.distributions):
            continue
        marks = history(atlas, package.distributions, line)
        if not any(mark.status == YES for mark in marks):
            continue
        for first, last, seen in _ranges(versions, package):
            wrong = [mark for mark in marks if _inside(mark.version, first, last) and mark.status == NO]
            if not seen:
                wrong += [mark for mark in marks if not _inside(mark.version, first, last) and mark.status == YES]
            if wrong:
                have = "; ".join(str(span) for span in spans(marks))
                does = "has" if wrong[0].status == YES else "lacks"
                yield (
                    f"{versions!r}, but {package.name} {wrong[0].version} {does} the line, which is in the releases "
                    f"{have}: correct the range, or write 'seen with' in front of it"
                )


def _ranges(text: str, package: Package) -> Iterator[tuple[Version | None, Version | None, bool]]:
    """(first, last, only seen) for each range of this package in a signature's `versions`."""
    for name in sorted((package.name, *package.called), key=len, reverse=True):
        for start in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
            rest, seen = text[start.end() :], "seen" in text[: start.end()].lower()
            if match := _TO.match(rest):
                yield Version(match[1]), Version(match[2]), seen
            elif match := _ONWARDS.match(rest):
                yield Version(match[1]), None, seen
            elif match := _BACKWARDS.match(rest):
                yield None, Version(match[1]), seen


def _inside(version: Version, first: Version | None, last: Version | None) -> bool:
    """Whether a release lies in a range; `2.4` as an end takes all of 2.4."""
    if first is not None and version < first:
        return False
    return last is None or version.release[: len(last.release)] <= last.release


def _name(mark: Mark | None) -> str:
    return "no release" if mark is None else str(mark.version)
