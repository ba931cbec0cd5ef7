"""Rules about what an entry points at: other entries, pages, sources, versions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.catalogue.loading.content import TOPICS_FILE, Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.versions import is_specifier

LINK = re.compile(r"\]\((/(?:failures|guides|areas)/[^)\s#]*)")
# Among fewer entries than these, everything is in sight on one page.
FEW_ENTRIES = 10


def versions_can_be_compared(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for n, note in enumerate(entry.front.versions):
            if not is_specifier(note.specifier):
                message = (
                    f"specifier {note.specifier!r} cannot be compared: write '>=2.6', '>=2.0,<2.4', '==2.13.*' or all"
                )
                yield content.problem(entry.path, message, "versions", n, "specifier")


def examples_are_samples(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        if entry.front.example and entry.front.example not in [path.name for path in entry.samples()]:
            message = f"example {entry.front.example!r} is no file in samples/"
            yield content.problem(entry.path, message, "example")


def references_exist(content: Content) -> Iterator[Problem]:
    known = {entry.slug for entry in content.entries} | content.unread
    for entry in content.entries:
        for key in ("leads_to", "follows_from"):
            for n, slug in enumerate(getattr(entry.front, key)):
                if slug not in known:
                    message = f"{key} names {slug!r}, which is no entry: write it first or take it out"
                    yield content.problem(entry.path, message, key, n)
        for n, neighbour in enumerate(entry.front.tell_apart):
            if neighbour.slug not in known - {entry.slug}:
                message = f"tell_apart names {neighbour.slug!r}, which is no other entry"
                yield content.problem(entry.path, message, "tell_apart", n, "slug")
    for guide in content.guides:
        for n, slug in enumerate(guide.failures):
            if slug not in known:
                yield content.problem(guide.path, f"failures names {slug!r}, which is no entry", "failures", n)


def topics_are_known(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for n, topic in enumerate(entry.front.about):
            if topic not in content.topics:
                message = f"about names {topic!r}, which {TOPICS_FILE} does not have"
                yield content.problem(entry.path, message, "about", n)


def leads_to_has_no_cycle(content: Content) -> Iterator[Problem]:
    following = {entry.slug: entry.front.leads_to for entry in content.entries}
    for entry in content.entries:
        if trail := _way_back(entry.slug, following):
            message = f"leads_to runs in a circle: {' -> '.join(trail)}; a consequence cannot be its own cause"
            yield content.problem(entry.path, message, "leads_to")


def _way_back(start: str, following: dict[str, tuple[str, ...]]) -> list[str]:
    """Shortest walk along `leads_to` from a slug back to itself; empty where there is none."""
    trails, seen = [[start]], set()
    for trail in trails:
        for slug in following.get(trail[-1], ()):
            if slug == start:
                return [*trail, slug]
            if slug not in seen:
                seen.add(slug)
                trails.append([*trail, slug])
    return []


def sources_are_named(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        if not entry.front.sources:
            yield content.problem(entry.path, "no source: name what the claims rest on", "sources")
        for n, source in enumerate(entry.front.sources):
            if bool(source.url) == bool(source.document):
                yield content.problem(entry.path, "a source needs either url or document", "sources", n)
            if source.url and not source.url.startswith("https://"):
                yield content.problem(entry.path, f"{source.url!r} must begin with https://", "sources", n)


def links_lead_somewhere(content: Content) -> Iterator[Problem]:
    known = {"/failures/", "/areas/", "/guides/", *(e.url for e in content.entries), *(g.url for g in content.guides)}
    known |= {f"/failures/{slug}/" for slug in content.unread}
    known |= {f"/areas/{area.slug}/" for area in content.areas}
    for entry in content.entries:
        for section in entry.sections:
            for link in LINK.findall(section.markdown):
                if link not in known:
                    yield Problem(entry.path, section.line, f"link {link} leads nowhere: no such page")
    for page in (*content.guides, *content.checks):
        for link in LINK.findall(page.markdown):
            if link not in known:
                yield Problem(page.path, 1, f"link {link} leads nowhere: no such page")


def entries_are_connected(content: Content) -> Iterator[Problem]:
    """Somebody on a neighbour's page finds the entry: pages show leads_to and tell_apart from both ends."""
    if len(content.entries) < FEW_ENTRIES:
        return
    named: set[str] = set()
    for entry in content.entries:
        others = {*entry.front.leads_to, *(neighbour.slug for neighbour in entry.front.tell_apart)}
        named |= others | ({entry.slug} if others else set())
        links = {link for section in entry.sections for link in LINK.findall(section.markdown)} - {entry.url}
        named |= {link.removeprefix("/failures/").strip("/") for link in links}
    for entry in content.entries:
        if entry.slug not in named:
            message = "no page leads here: name a look-alike in tell_apart, or what follows in leads_to"
            yield content.problem(entry.path, message, "tell_apart")
