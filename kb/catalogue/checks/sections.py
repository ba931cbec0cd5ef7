"""Rules about the five sections that people read."""

from __future__ import annotations

from collections.abc import Iterator

from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import SECTIONS

SHORTEST_TEXT = 20


def sections_are_complete(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        found = {section.title: section for section in entry.sections}
        for title in SECTIONS:
            if title not in found:
                end = entry.sections[-1].line if entry.sections else 1
                yield Problem(entry.path, end, f"section '## {title}' is missing: add it, with text")
            elif len(found[title].markdown.strip()) < SHORTEST_TEXT:
                yield Problem(entry.path, found[title].line, f"section '## {title}' is empty: write it")


def sections_are_in_order(content: Content) -> Iterator[Problem]:
    listing = ", ".join(SECTIONS)
    for entry in content.entries:
        for section in entry.sections:
            if section.title not in SECTIONS:
                message = f"'## {section.title}' is not a section: use ### below one of {listing}"
                yield Problem(entry.path, section.line, message)
        order = [section.title for section in entry.sections if section.title in SECTIONS]
        if order != [title for title in SECTIONS if title in order]:
            yield Problem(entry.path, entry.sections[0].line, f"the sections must stand in this order: {listing}")
