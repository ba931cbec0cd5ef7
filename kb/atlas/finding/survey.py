"""The shelf × the wanted texts → rows of the atlas: which release of a distribution has which text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from packaging.version import Version

from kb.atlas.finding.find import ENOUGH, Finder, Found, Looked
from kb.atlas.finding.inlined import is_library, library_text, may_be_in
from kb.atlas.finding.line import Line
from kb.atlas.finding.wanted import LINE, NAME, Wanted
from kb.atlas.released.shelf import Shelf, Shelved
from kb.atlas.table import Row

# A release that has less of a line than this share of what the best release has lacks it.
PARTLY_FROM = 0.6
# Shares are kept with two digits.
ROUNDING = 0.006


@dataclass(frozen=True, slots=True)
class Looking:
    """The releases of one distribution that are looked into, each with its part on the shelf (empty: all of it).

    `is_light` says of a member's path whether a light read has it; None where every release is read whole.
    """

    shelf: Shelf
    distribution: str
    parts: Mapping[Version, str]
    is_light: Callable[[str], bool] | None = None

    def members(self, version: Version) -> Iterator[Shelved]:
        return self.shelf.members(self.distribution, version, self.parts[version])

    def light_members(self, version: Version) -> Iterator[Shelved]:
        return (member for member in self.members(version) if self.is_light(member.path))


@dataclass(frozen=True, slots=True)
class Seen:
    """What each release has, and what of it the light members alone have, where the whole was read."""

    releases: Mapping[Version, Looked]
    lightly: Mapping[Version, Looked]


def rows(
    looking: Looking, finder: Finder, known: Iterable[Row] = (), tell: Callable[[str], None] = lambda text: None
) -> list[Row]:
    """The rows of one distribution after looking into these releases.

    `known` are its rows so far: what they say of other releases stays. A text that no release has gets no row.
    """
    seen = Seen({}, {})
    for version in sorted(looking.parts):
        tell(f"{looking.distribution} {version}: looking")
        seen.releases[version] = finder.look(looking.members(version))
        if looking.is_light and not looking.parts[version]:
            seen.lightly[version] = finder.look(looking.light_members(version))
    finder.forget()
    before = {row.text: row for row in known}
    _doubt(looking, seen.releases, finder)
    made = [_line_row(looking.distribution, text, seen, finder, before.get(text)) for text in finder.lines]
    made += [_name_row(looking.distribution, name, seen, before.get(name)) for name in finder.names]
    return [row for row in made if row]


def _doubt(looking: Looking, seen: Mapping[Version, Looked], finder: Finder) -> None:
    """A library may keep in pieces what another release keeps whole: such a line counts as one that may be printed."""
    best = {text: _best_in_library(text, line, seen) for text, line in finder.lines.items()}
    whole = {text: found.literal for text, found in best.items() if found}
    for version, looked in seen.items():
        lacking = {text: literal for text, literal in whole.items() if not _has(looked, text, literal)}
        if lacking:
            said = library_text(looking.members(version))
            looked.fillable.update(text for text, literal in lacking.items() if may_be_in(literal, said))


def _best_in_library(text: str, line: Line, seen: Mapping[Version, Looked]) -> Found | None:
    held = [looked.lines[text] for looked in seen.values() if text in looked.lines]
    best = max(held, key=lambda found: line.share(found.mask), default=None)
    return best if best and is_library(best.member) and line.share(best.mask) >= ENOUGH else None


def _has(looked: Looked, text: str, literal: str) -> bool:
    return text in looked.lines and looked.lines[text].literal == literal


def asked(wanted: Iterable[Wanted], package: str) -> list[Wanted]:
    """What is looked for in one package: all lines, and the names that entries use beside it."""
    return [item for item in wanted if item.kind == LINE or not item.packages or package in item.packages]


def _name_row(distribution: str, name: str, seen: Seen, before: Row | None) -> Row | None:
    has = {version for version, looked in seen.releases.items() if name in looked.names}
    light = _is_light(seen, before, all(name in looked.names for v, looked in seen.lightly.items() if v in has))
    has |= before.has - seen.releases.keys() if before else set()
    return Row(distribution, NAME, name, frozenset(has), light=light) if has else None


def _line_row(distribution: str, text: str, seen: Seen, finder: Finder, before: Row | None) -> Row | None:
    held = {version: looked.lines[text] for version, looked in seen.releases.items() if text in looked.lines}
    shares = {version: finder.lines[text].share(found.mask) for version, found in held.items()}
    elsewhere = before.has - seen.releases.keys() if before else frozenset()
    share = max([*shares.values(), before.share if elsewhere else 0.0])
    if share < ENOUGH:
        return None
    best = max((v for v in shares if shares[v] >= share - ROUNDING), default=None)
    mask = held[best].mask if best else None
    has = {version for version, found in held.items() if mask is not None and found.mask & mask == mask}
    fillable = {version for version, looked in seen.releases.items() if text in looked.fillable}
    partly = ({v for v in shares if shares[v] >= PARTLY_FROM * share} | fillable) - has
    light = all(_is_held(looked, text, mask) for v, looked in seen.lightly.items() if v in has)
    light = _is_light(seen, before, light)
    where = f"{held[max(has)].member}:{held[max(has)].where}".rstrip(":") if has else ""
    if before:
        has, partly = has | elsewhere, partly | (before.partly - seen.releases.keys())
        where = where or before.where
    return Row(distribution, LINE, text, frozenset(has), frozenset(partly), share, where, light)


def _is_light(seen: Seen, before: Row | None, here: bool) -> bool:
    """Whether light members alone tell a text: here, and in the releases of which only the row before knows."""
    if before and (not seen.lightly or before.has - seen.releases.keys()):
        return before.light and (here or not seen.lightly)
    return bool(seen.lightly) and here


def _is_held(looked: Looked, text: str, mask: int) -> bool:
    return text in looked.lines and looked.lines[text].mask & mask == mask
