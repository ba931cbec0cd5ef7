"""Content × the atlas → every statement about versions that the releases do not bear out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from packaging.version import Version

from kb.atlas.claims import lines, notes, prose
from kb.atlas.claims.boundary import NUMBER, versions_in
from kb.atlas.released.plan import FILE as PLAN_FILE
from kb.atlas.released.plan import Package
from kb.atlas.released.plan import load as load_plan
from kb.atlas.table import Atlas
from kb.atlas.table import load as load_atlas
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import Entry


def check_kept(content: Content) -> list[Problem]:
    """What the atlas beside the content says of its statements; nothing where there is none. Asks no network."""
    if not (content.root / PLAN_FILE).exists() or not (atlas := load_atlas(content.root)).releases:
        return []
    return list(check(content, load_plan(content.root), atlas))


def check(content: Content, packages: Iterable[Package], atlas: Atlas) -> Iterator[Problem]:
    """Every statement about versions that the releases do not bear out, and every one that only running text makes."""
    packages = list(packages)
    for entry in content.entries:
        for n, note in enumerate(entry.front.versions):
            for message in notes.refuted(note, packages, atlas):
                yield content.problem(entry.path, message, "versions", n, "specifier")
        for n, signature in enumerate(entry.front.signatures):
            for message in lines.refuted(signature.line, signature.versions, packages, atlas):
                yield content.problem(entry.path, message, "signatures", n, "versions")
    yield from prose.unstated(content, packages, atlas)


def stated(entry: Entry, package: Package) -> set[Version]:
    """Every version of a package at which an entry sees a change: the releases around it are worth opening."""
    about = (note for note in entry.front.versions if package.is_called(note.package))
    found = {version for note in about for version in versions_in(note.specifier)}
    for signature in entry.front.signatures:
        for name in (package.name, *package.called):
            for match in re.finditer(rf"\b{re.escape(name)}\s+{NUMBER}", signature.versions, re.IGNORECASE):
                found.add(Version(match[1]))
    return found
