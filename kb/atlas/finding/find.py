"""Wanted texts × one release's literals → which of the texts the release contains, and where."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from kb.atlas.finding.filled import Fillable
from kb.atlas.finding.line import Line
from kb.atlas.finding.wanted import LINE, NAME, Wanted
from kb.atlas.finding.words import pieces
from kb.atlas.released.shelf import Shelved
from kb.atlas.texts.literal import Literal

# A run of words this long counts wherever it stands in the same file: C++ streams a message together from several
# literals. Shorter ones count only beside others in the same literal.
ALONE_WORDS, ALONE_LETTERS = 3, 14
# Below this share of its letters, a line is not this package's.
ENOUGH = 0.8
_NAMES = re.compile(r"-{0,2}[A-Za-z_][\w-]*\w|\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """What one release has of one line: word positions as a bit mask; the place and literal that have most."""

    mask: int
    member: str
    where: str = ""
    literal: str = ""


class Said(NamedTuple):
    """What one literal has: word positions of lines, names, functions that speak in front of lines, and lines that it
    could print with words filled in."""

    masks: tuple[tuple[str, int], ...]
    names: frozenset[str]
    speakers: frozenset[str]
    fillable: frozenset[str]


@dataclass(frozen=True, slots=True)
class Looked:
    """What one release has: of each line the best that any single file has, and all names and fillable lines."""

    lines: dict[str, Found]
    names: set[str]
    fillable: set[str]


class Finder:
    """Looks for all wanted texts at once. A literal that many releases share is looked at once."""

    def __init__(self, wanted: Iterable[Wanted]):
        wanted = list(wanted)
        lines = {item.text: Line(item.text) for item in wanted if item.kind == LINE}
        self.lines = {text: line for text, line in lines.items() if line.is_text}
        self._speakers = tuple({line.speaker for line in self.lines.values() if line.speaker})
        self.names = list(dict.fromkeys(item.text for item in wanted if item.kind == NAME))
        self._keys: dict[int, dict[tuple, list[tuple[str, int]]]] = {1: {}, 2: {}, 3: {}}
        for text, line in self.lines.items():
            for key, at in line.runs():
                self._keys[len(key)].setdefault(key, []).append((text, at))
        self._fillable = Fillable({text: line.words for text, line in self.lines.items()})
        self._seen: dict[str, Said] = {}

    def forget(self) -> None:
        """Drops what is remembered of literals: another package shares few of them."""
        self._seen.clear()

    def look(self, members: Iterable[Shelved]) -> Looked:
        """What a release has, file by file."""
        whole = Looked({}, set(), set())
        for member in members:
            said = [
                (literal, self._seen.get(literal.text) or self._in_literal(literal.text))
                for literal in member.texts.literals
            ]
            whole.names.update(self._names_of(member, {name for _, found in said for name in found.names}))
            whole.fillable.update(*(found.fillable for _, found in said))
            for text, found in self._in_member(member, said).items():
                if text not in whole.lines or self._is_more(found, whole.lines[text], text):
                    whole.lines[text] = found
        return whole

    def _is_more(self, one: Found, other: Found, text: str) -> bool:
        return self.lines[text].share(one.mask) > self.lines[text].share(other.mask)

    def _in_member(self, member: Shelved, said: list[tuple[Literal, Said]]) -> dict[str, Found]:
        """What a file has of each line, of those that speak in a function's name only where it knows the function."""
        best: dict[str, Found] = {}
        alone: dict[str, int] = defaultdict(int)
        for literal, has in said:
            for text, mask in has.masks:
                alone[text] |= self._long_runs(self.lines[text], mask)
                found = Found(mask, member.path, literal.where, literal.text)
                if text not in best or self._is_more(found, best[text], text):
                    best[text] = found
        unknown = {self.lines[text].speaker for text in best} - self._speakers_in(member, said) if best else set()
        known = (text for text in best if self.lines[text].speaker not in unknown)
        return {text: replace(best[text], mask=best[text].mask | alone[text]) for text in known}

    def _speakers_in(self, member: Shelved, said: Iterable[tuple[Literal, Said]]) -> set[str]:
        """The functions that a file knows, by name or in a text, and nobody: most lines need none."""
        return {""}.union(self._speaking(map(str.lower, member.texts.names)), *(has.speakers for _, has in said))

    def _speaking(self, found: Iterable[str]) -> frozenset[str]:
        """Functions that these words end in: a signature may begin in the middle of a name."""
        ending = [word for word in found if word.endswith(self._speakers)]
        return frozenset(speaker for speaker in self._speakers if any(word.endswith(speaker) for word in ending))

    def _in_literal(self, text: str) -> Said:
        masks: dict[str, int] = defaultdict(int)
        parted, others = pieces(text), set()
        for piece in parted:
            for size, keys in self._keys.items():
                for at in range(len(piece) - size + 1):
                    for line, place in keys.get(tuple(piece[at : at + size]), ()):
                        masks[line] |= ((1 << size) - 1) << place
                        if place == 0 and at and not piece[at - 1].endswith(self.lines[line].speaker):
                            others.add(line)  # the same words, in another's name
        said = frozenset(self._simple_names.intersection(_NAMES.findall(text)))
        speakers = self._speaking(chain.from_iterable(parted))
        own = tuple((line, mask) for line, mask in masks.items() if line not in others)
        self._seen[text] = Said(own, said, speakers, frozenset(self._fillable.lines(parted)))
        return self._seen[text]

    def _long_runs(self, line: Line, mask: int) -> int:
        kept, run = 0, []
        for at in range(len(line.words) + 1):
            if mask >> at & 1:
                run.append(at)
            elif run:
                if len(run) >= ALONE_WORDS and sum(len(line.words[n]) for n in run) >= ALONE_LETTERS:
                    kept |= sum(1 << n for n in run)
                run = []
        return kept

    @cached_property
    def _simple_names(self) -> frozenset[str]:
        return frozenset(part for name in self.names for part in _needs(name))

    def _names_of(self, member: Shelved, said: set[str]) -> set[str]:
        """Names in this member. Of a dotted name its last two parts count: the owner may be the module itself."""
        used = member.texts.names & self._simple_names
        if not used and not said:
            return set()
        path = set(re.split(r"[/.]", member.path))
        here = used | said | (path & self._simple_names)
        return {name for name in self._by_last(used | said) if all(part in here for part in _needs(name))}

    def _by_last(self, names: Iterable[str]) -> Iterable[str]:
        for name in names:
            yield from self._last.get(name, ())

    @cached_property
    def _last(self) -> dict[str, list[str]]:
        last: dict[str, list[str]] = {}
        for name in self.names:
            last.setdefault(_needs(name)[-1], []).append(name)
        return last


def _needs(name: str) -> list[str]:
    return [name] if name.startswith("-") else [part for part in name.split(".") if part != "self"][-2:]
