"""A match × the lines that prove it -> the log's own values by their names, and the fix with them in its commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.catalogue.digest import fix_in_short
from kb.catalogue.schema.entry import Value
from kb.catalogue.schema.holes import held_by
from kb.matching.match import Match


@dataclass(frozen=True, slots=True)
class OwnValue:
    """What a line of the log says of something that the fix is about; `replaces` is what stands for it there."""

    name: str
    value: str
    replaces: str = ""


def own_values(match: Match) -> tuple[OwnValue, ...]:
    """In the entry's order; of several lines that say one, the first. Lines are masked already."""
    shown = list(dict.fromkeys(item.text for item in match.evidence if not item.fact))
    # With the break before it: a space at the beginning of a value's line stands for the beginning of this one.
    around = list(dict.fromkeys(f"\n{line}" for item in match.evidence for line in item.around))
    found = ((one, _held(one, [*shown, *around] if one.near else shown)) for one in match.entry.front.values)
    return tuple(OwnValue(one.words, held, one.replaces) for one, held in found if held)


def _held(value: Value, shown: Iterable[str]) -> str:
    return next(filter(None, (held_by(line, text, value.hole) for text in shown for line in value.lines)), "")


def fix_of(match: Match) -> str:
    """The fix in short as Markdown; only a number or a plain word may go into it (kb/catalogue/checks/values.py)."""
    fix = fix_in_short(match.entry)
    for own in own_values(match):
        fix = fix.replace(own.replaces, own.value) if own.replaces else fix
    return fix
