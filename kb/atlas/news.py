"""Two releases → what the newer one no longer says, what it says instead, and what it says for the first time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from packaging.version import Version

from kb.atlas.finding.find import Finder, Found
from kb.atlas.finding.wanted import LINE, Wanted
from kb.atlas.finding.words import words
from kb.atlas.released.shelf import Shelf, Shelved
from kb.atlas.table import Atlas, Row
from kb.atlas.texts.literal import Literal

# How alike two literals must be for one to be taken for the other's new wording; the share of words in common.
ALIKE, ALIKE_ELSEWHERE = 0.35, 0.6
# Fewer words are a name or a key, not a message.
SENTENCE = 5
# In a library, a translation unit's strings lie together: this many on either side of a known one are looked at.
NEAR = 40
_LETTERS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")


@dataclass(frozen=True, slots=True)
class Gone:
    """A line that the newest release lacks: the last that had it, its literal there, the nearest ones since."""

    distribution: str
    text: str
    last: Version
    since: Version
    place: str
    was: str
    now: tuple[str, ...]


def gone(atlas: Atlas, shelf: Shelf, distribution: str, after: Version | None = None) -> Iterator[Gone]:
    """Lines that vanished before the newest release read; with `after`, only those that this release still had."""
    opened = [version for version in sorted(atlas.opened(distribution)) if shelf.has(distribution, version)]
    pairs: dict[tuple[Version, Version], list[Row]] = {}
    for row in atlas.rows.values():
        if row.distribution != distribution or row.kind != LINE or not opened or opened[-1] in row.has:
            continue
        last = max(row.has & set(opened), default=None)
        if last is not None and (after is None or last >= after):
            pairs.setdefault((last, opened[opened.index(last) + 1]), []).append(row)
    for (last, since), rows in sorted(pairs.items(), reverse=True):
        yield from _between(shelf, distribution, last, since, rows)


def _between(shelf: Shelf, distribution: str, last: Version, since: Version, rows: list[Row]) -> Iterator[Gone]:
    finder = Finder(Wanted(LINE, row.text) for row in rows)
    held = finder.look(shelf.members(distribution, last)).lines
    fresh = Fresh(shelf.members(distribution, last), shelf.members(distribution, since))
    for row in rows:
        if found := held.get(row.text):
            place = f"{found.member}:{found.where}".rstrip(":")
            yield Gone(distribution, row.text, last, since, place, found.literal, fresh.nearest(found))


class Fresh:
    """The literals that a newer release has and an older one lacks, by member."""

    def __init__(self, older: Iterable[Shelved], newer: Iterable[Shelved]):
        known = {literal.text for member in older for literal in member.texts.literals}
        self.members: dict[str, list[Literal]] = {}
        for member in newer:
            self.members[member.path] = [x for x in member.texts.literals if x.text not in known]

    def nearest(self, found: Found, most: int = 2) -> tuple[str, ...]:
        """The new literals most like an old one: in its function, in its file, then anywhere, if much alike."""
        here = self.members.get(found.member, [])
        function = [literal for literal in here if found.where and literal.where == found.where]
        elsewhere = [literal for path, literals in self.members.items() if path != found.member for literal in literals]
        for candidates, least in ((function, ALIKE), (here, ALIKE), (elsewhere, ALIKE_ELSEWHERE)):
            if best := _most_alike(found.literal, candidates, least)[:most]:
                return tuple(best)
        return ()


def _most_alike(text: str, candidates: list[Literal], least: float) -> list[str]:
    wanted = words(text)
    known = set(wanted)
    scored = {}
    for literal in candidates:
        other = words(literal.text)
        # The words in common bound the likeness from above, and are quickly counted.
        if 2 * len(known & set(other)) >= least * (len(known) + len(set(other))):
            scored[literal.text] = SequenceMatcher(None, wanted, other, autojunk=False).ratio()
    return sorted((text for text, score in scored.items() if score >= least), key=lambda text: -scored[text])


def fresh_errors(
    shelf: Shelf, distribution: str, older: Version, newer: Version, known: set[str]
) -> Iterator[tuple[str, str]]:
    """(place, text) of messages that the newer release has and the older lacks, where entries' own lines come from.

    `known` has the members and functions in which lines of entries stand, as `where` of the atlas's rows.
    """
    members = {place.partition(":")[0] for place in known}
    before = {literal.text for member in shelf.members(distribution, older) for literal in member.texts.literals}
    for member in shelf.members(distribution, newer):
        if member.path in members:
            literals = member.texts.literals
            said = literals if member.path.endswith(".py") else _neighbours(literals, before)
            for literal in said:
                if literal.text not in before and _is_message(literal, member.path):
                    yield f"{member.path}:{literal.where}".rstrip(":"), literal.text


def _is_message(literal: Literal, path: str) -> bool:
    said = literal.said or not path.endswith(".py")
    return said and len(words(literal.text)) >= SENTENCE and bool(_LETTERS.search(literal.text))


def _neighbours(literals: tuple[Literal, ...], before: set[str]) -> list[Literal]:
    """New strings that lie among old sentences: a library's own code, not one that was linked in whole."""
    old = [at for at, literal in enumerate(literals) if literal.text in before and len(words(literal.text)) >= SENTENCE]
    near = {at for place in old for at in range(place - NEAR, place + NEAR + 1)}
    return [literal for at, literal in enumerate(literals) if at in near]
