"""Rules about where an entry lives and what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.catalogue.loading.content import AREAS_FILE, Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import Entry

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_SLUG = 60


def areas_exist(content: Content) -> Iterator[Problem]:
    if any(problem.file.name == AREAS_FILE for problem in content.problems):
        return
    known = {area.slug for area in content.areas}
    for entry in content.entries:
        if entry.area not in known:
            yield Problem(entry.path, 1, f"area {entry.area!r} is not in areas.yaml: move the folder or add the area")


def slugs_are_well_formed(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for slug in (entry.slug, *entry.front.aliases):
            if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
                message = f"slug {slug!r} must be lower-case words joined by hyphens, {LONGEST_SLUG} characters at most"
                yield Problem(entry.path, 1, message)


def slugs_are_used_once(content: Content) -> Iterator[Problem]:
    owners: dict[str, Entry] = {}
    for entry in content.entries:
        for slug in (entry.slug, *entry.front.aliases):
            if slug in owners:
                yield Problem(entry.path, 1, f"slug {slug!r} is taken by {owners[slug].path}: choose another")
            owners.setdefault(slug, entry)
