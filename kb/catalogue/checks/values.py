"""Rules about the reader's own values: a line that shows each, and a place in the fix that it may safely take."""

from __future__ import annotations

from collections.abc import Iterator

from kb.catalogue.checks.signatures import defects
from kb.catalogue.digest import fix_in_short
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import Entry, Value
from kb.catalogue.schema.holes import HOLES, Hole, held_by, parts
from kb.language import LANGUAGES, speaking

MOST_VALUES = 6
SHORTEST_LINE = 4
# Among the few lines near a proof, "ip: 10.0.0.1" is enough.
SHORTEST_NEAR = 2
# Whoever reads a fix at night pastes it into a shell: what a log says may be there as a number or a plain word only.
PLAIN = ("int", "num", "hex", "word")


def values_can_be_read(content: Content) -> Iterator[Problem]:
    """Each has a hole, and a sample that shows it; what it replaces stands in the fix in short, in both languages."""
    for entry in content.entries:
        for n, value in enumerate(entry.front.values):
            for key, message in _defects(entry, value):
                yield content.problem(entry.path, message, "values", n, key)
        if len(entry.front.values) > MOST_VALUES:
            message = f"{len(entry.front.values)} values, but at most {MOST_VALUES} are allowed: keep those of the fix"
            yield content.problem(entry.path, message, "values")


def _defects(entry: Entry, value: Value) -> Iterator[tuple[str, str]]:
    holes = [_holes(line) for line in value.lines]
    if not all(holes):
        yield "lines", "a value is what a hole holds: put one into each line, such as <int> or <word>"
        return
    if any(value.hole > len(own) for own in holes):
        yield "hole", f"a line has fewer than {value.hole} holes: count them from 1"
        return
    for line in value.lines:
        yield from (("lines", message) for message in defects(line, SHORTEST_NEAR if value.near else SHORTEST_LINE))
    if value.replaces:
        yield from (("replaces", message) for message in _misplaced(entry, value, holes))
    samples = [f"\n{line}" for path in entry.samples() for line in path.read_text("utf-8", "replace").splitlines()]
    if samples and all(set(own) <= HOLES.keys() for own in holes) and not _is_shown(value, samples):
        yield "lines", "no line of the entry's samples shows it: correct the line, or add a sample that does"


def _holes(line: str) -> list[str]:
    return [part.type for part in parts(line) if isinstance(part, Hole)]


def _is_shown(value: Value, samples: list[str]) -> bool:
    return any(held_by(line, text, value.hole) for line in value.lines for text in samples)


def _misplaced(entry: Entry, value: Value, holes: list[list[str]]) -> Iterator[str]:
    kept = [own[value.hole - 1 : value.hole] if value.hole else own for own in holes]
    if any(len(own) != 1 or own[0] not in PLAIN for own in kept):
        yield f"only a single hole of {', '.join(PLAIN)} may go into a command: a log could bring anything else"
    for code in LANGUAGES:
        with speaking(code):
            if value.replaces not in fix_in_short(entry):
                yield f"{value.replaces!r} does not stand in the fix in short ({code}): name what the fix has there"
