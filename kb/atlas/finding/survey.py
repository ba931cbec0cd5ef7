"""The shelf × the wanted texts → rows of the atlas: which release of a distribution has which text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from packaging.version import Version

from kb.atlas.finding.find import ENOUGH, Finder, Found
from kb.atlas.finding.wanted import LINE, NAME, Wanted
from kb.atlas.released.shelf import Shelf
from kb.atlas.table import Row

# A release that has less of a line than this share of what the best release has lacks it.
PARTLY_FROM = 0.6
# Shares are kept with two digits.
ROUNDING = 0.006


def rows(
    shelf: Shelf,
    distribution: str,
    versions: Iterable[Version],
    finder: Finder,
    known: Iterable[Row] = (),
    tell: Callable[[str], None] = lambda text: None,
) -> list[Row]:
    """The rows of one distribution after looking into these releases.

    `known` are its rows so far: what they say of other releases stays. A text that no release has gets no row.
    """
    versions = sorted(versions)
    lines: dict[str, dict[Version, Found]] = {}
    names: dict[str, set[Version]] = {}
    for version in versions:
        tell(f"{distribution} {version}: looking")
        held, named = finder.look(shelf.members(distribution, version))
        for text, found in held.items():
            lines.setdefault(text, {})[version] = found
        for name in named:
            names.setdefault(name, set()).add(version)
    finder.forget()
    before = {row.text: row for row in known if row.text in finder.lines or row.text in finder.names}
    looked = frozenset(versions)
    found = [
        *(_line_row(distribution, t, lines.get(t, {}), finder, before.get(t), looked) for t in finder.lines),
        *(_name_row(distribution, name, names.get(name, set()), before.get(name), looked) for name in finder.names),
    ]
    return [row for row in found if row]


def asked(wanted: Iterable[Wanted], package: str) -> list[Wanted]:
    """What is looked for in one package: all lines, and the names that entries use beside it."""
    return [item for item in wanted if item.kind == LINE or not item.packages or package in item.packages]


def _name_row(distribution: str, name: str, has: set[Version], before: Row | None, looked: frozenset) -> Row | None:
    has = frozenset(has) | (before.has - looked if before else frozenset())
    return Row(distribution, NAME, name, has) if has else None


def _line_row(
    distribution: str, text: str, held: dict[Version, Found], finder: Finder, before: Row | None, looked: frozenset
) -> Row | None:
    line = finder.lines[text]
    shares = {version: line.share(found.mask) for version, found in held.items()}
    best = max(shares, key=lambda version: (shares[version], version), default=None)
    share = max(shares.get(best, 0.0), before.share if before else 0.0)
    if share < ENOUGH:
        return None
    mask = held[best].mask if best and shares[best] >= share - ROUNDING else None
    has = {version for version, found in held.items() if mask is not None and found.mask & mask == mask}
    partly = {version for version in held if version not in has and shares[version] >= PARTLY_FROM * share}
    if before:
        has, partly = has | (before.has - looked), partly | (before.partly - looked)
    newest = held.get(max(has)) if has else None
    where = f"{newest.member}:{newest.where}".rstrip(":") if newest else (before.where if before else "")
    return Row(distribution, LINE, text, frozenset(has), frozenset(partly), share, where)
