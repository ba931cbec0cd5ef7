"""The rules that content must keep: one function a rule, each yielding problems that say how to mend them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kb.catalogue.entry import SECTIONS, Entry, Signature
from kb.catalogue.holes import HOLES, Hole, parts, unknown_holes
from kb.catalogue.loader import Content
from kb.catalogue.problems import Problem
from kb.catalogue.versions import is_specifier

Rule = Callable[[Content], Iterator[Problem]]

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LINK = re.compile(r"\]\((/(?:failures|guides|areas)/[^)\s#]*)")
SHORTEST_LITERAL = 12
MOST_HOLES = 8
SHORTEST_TEXT = 20


def check(content: Content) -> list[Problem]:
    """Every problem of the content: those found while reading, then those of the rules below."""
    return content.problems + [problem for rule in RULES for problem in rule(content)]


def areas_exist(content: Content) -> Iterator[Problem]:
    known = {area.slug for area in content.areas}
    for entry in content.entries:
        if entry.area not in known:
            yield Problem(entry.path, 1, f"area {entry.area!r} is not in areas.yaml: move the folder or add the area")


def slugs_are_well_formed(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for slug in (entry.slug, *entry.front.aliases):
            if not SLUG.fullmatch(slug):
                yield Problem(entry.path, 1, f"slug {slug!r} must be lower-case words joined by hyphens")


def slugs_are_used_once(content: Content) -> Iterator[Problem]:
    owners: dict[str, Entry] = {}
    for entry in content.entries:
        for slug in (entry.slug, *entry.front.aliases):
            if slug in owners:
                yield Problem(entry.path, 1, f"slug {slug!r} is taken by {owners[slug].path}: choose another")
            owners.setdefault(slug, entry)


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


def failures_can_be_found(content: Content) -> Iterator[Problem]:
    """An error needs a line that proves it; everything needs symptoms in both languages."""
    for entry in content.entries:
        decisive = [s for s in entry.front.signatures if s.proof == "decisive"]
        if entry.front.kind == "error" and not decisive:
            message = "kind is error but no signature is decisive: add the line that proves it"
            yield content.problem(entry.path, message, "signatures")
        if decisive and not entry.samples():
            message = "no sample shows the decisive line: add samples/*.log with a real excerpt"
            yield content.problem(entry.path, message, "signatures")
        for language in ("en", "zh"):
            if not getattr(entry.front.symptoms, language):
                message = f"symptoms.{language} is empty: say how people put it"
                yield content.problem(entry.path, message, "symptoms", language)


def signatures_are_sound(content: Content) -> Iterator[Problem]:
    for entry, n, signature in _signatures(content):
        for line in (signature.line, *signature.together, *signature.absent):
            for hole in unknown_holes(line):
                known = " ".join(f"<{name}>" for name in HOLES)
                message = f"no hole is called <{hole}>: use {known}, or write \\<{hole}> for the text itself"
                yield content.problem(entry.path, message, "signatures", n, "line")
        pieces = parts(signature.line)
        if sum(isinstance(piece, Hole) for piece in pieces) > MOST_HOLES:
            message = f"more than {MOST_HOLES} holes: shorten the line to the part that tells"
            yield content.problem(entry.path, message, "signatures", n, "line")
        literal = re.sub(r"\W", "", "".join(piece for piece in pieces if not isinstance(piece, Hole)))
        if len(literal) < SHORTEST_LITERAL:
            message = f"signature {signature.line!r} has fewer than {SHORTEST_LITERAL} letters outside its holes"
            yield content.problem(entry.path, f"{message}: it would match anything", "signatures", n, "line")


def signatures_are_written_once(content: Content) -> Iterator[Problem]:
    owners: dict[tuple, str] = {}
    for entry, n, signature in _signatures(content):
        if signature.proof != "decisive":
            continue
        key = (signature.line.casefold(), signature.together, signature.absent)
        if owners.setdefault(key, entry.slug) != entry.slug:
            message = f"{owners[key]} has the same decisive signature: a line can prove only one failure"
            yield content.problem(entry.path, message, "signatures", n, "line")


def versions_can_be_compared(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for n, note in enumerate(entry.front.versions):
            if not is_specifier(note.specifier):
                message = (
                    f"specifier {note.specifier!r} cannot be compared: write '>=2.6', '>=2.0,<2.4', '==2.13.*' or all"
                )
                yield content.problem(entry.path, message, "versions", n, "specifier")


def references_exist(content: Content) -> Iterator[Problem]:
    known = {entry.slug for entry in content.entries}
    for entry in content.entries:
        for n, slug in enumerate(entry.front.leads_to):
            if slug not in known:
                message = f"leads_to names {slug!r}, which is no entry: write it first or take it out"
                yield content.problem(entry.path, message, "leads_to", n)
        for n, neighbour in enumerate(entry.front.tell_apart):
            if neighbour.slug not in known - {entry.slug}:
                message = f"tell_apart names {neighbour.slug!r}, which is no other entry"
                yield content.problem(entry.path, message, "tell_apart", n, "slug")
    for guide in content.guides:
        for n, slug in enumerate(guide.failures):
            if slug not in known:
                yield content.problem(guide.path, f"failures names {slug!r}, which is no entry", "failures", n)


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
    known |= {f"/areas/{area.slug}/" for area in content.areas}
    for entry in content.entries:
        for section in entry.sections:
            for link in LINK.findall(section.markdown):
                if link not in known:
                    yield Problem(entry.path, section.line, f"link {link} leads nowhere: no such page")
    for guide in content.guides:
        for link in LINK.findall(guide.markdown):
            if link not in known:
                yield Problem(guide.path, 1, f"link {link} leads nowhere: no such page")


def reproduction_is_stated(content: Content) -> Iterator[Problem]:
    """An entry either brings both programs or says why it cannot."""
    for entry in content.entries:
        found = {name for name in ("broken", "fixed") if list(entry.path.parent.glob(f"{name}.*"))}
        reason = entry.front.reproduction.not_run
        if len(found) == 1:
            message = f"only {found.pop()}.* is here: a reproduction needs broken.* and fixed.*"
        elif not found and not reason:
            message = "neither broken.* and fixed.* nor reproduction.not_run: say why nobody has run it"
        elif found and reason:
            message = "the programs are here, so reproduction.not_run must go"
        elif entry.front.reproduction.fixed_exit == "any" and entry.front.reproduction.measure is None:
            message = "fixed_exit: any leaves fixed unjudged: add a measure that only the cure reaches"
        else:
            continue
        yield content.problem(entry.path, message, "reproduction")


def _signatures(content: Content) -> Iterator[tuple[Entry, int, Signature]]:
    for entry in content.entries:
        for n, signature in enumerate(entry.front.signatures):
            yield entry, n, signature


RULES: tuple[Rule, ...] = (
    areas_exist,
    slugs_are_well_formed,
    slugs_are_used_once,
    sections_are_complete,
    sections_are_in_order,
    failures_can_be_found,
    signatures_are_sound,
    signatures_are_written_once,
    versions_can_be_compared,
    references_exist,
    leads_to_has_no_cycle,
    sources_are_named,
    links_lead_somewhere,
    reproduction_is_stated,
)
