"""Rules about what shows the outcomes of a check: it can be looked for, and shows one outcome only."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from kb.catalogue.checks.facts import conditions_in
from kb.catalogue.checks.signatures import IGNORED, SHORTEST_BESIDE, defects
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.check import COULD_NOT, Check, Outcome, ShownBy
from kb.catalogue.schema.conditions import NoCondition, overlap, parse
from kb.catalogue.schema.holes import HOLES, Hole, parts

# All lines of all checks are compiled together; a check has ten outcomes at most.
MOST_SIGNS = 12
MOST_LINES = 40
# What one command prints is short and of one kind: less text tells there than in a whole log.
SHORTEST_SHOWN = 8
# What may stand in a hole, for trying one line on another.
FILLED = {"int": "7", "num": "7", "hex": "7f", "word": "word", "path": "/some/path", "any": "anything"}


def signs_are_lines_or_facts(content: Content) -> Iterator[Problem]:
    """Each is one of the two, and can be looked for."""
    for check, n, outcome in _outcomes(content):
        for m, sign in enumerate(outcome.shown_by):
            for keys, message in _defects(sign):
                yield _problem(content, check, message, n, m, *keys)


def _defects(sign: ShownBy) -> Iterator[tuple[tuple, str]]:
    if bool(sign.line) == bool(sign.fact):
        yield (), "what shows an outcome is a line or a fact: give it one of the two"
    elif sign.line:
        yield from ((("line",), message) for message in defects(sign.line, SHORTEST_SHOWN))
    for key in ("together", "absent"):
        for at, line in enumerate(getattr(sign, key)):
            if line in sign.lines:
                yield from (((key, at), message) for message in defects(line, SHORTEST_BESIDE))
    for keys, text in conditions_in(sign):
        try:
            parse(text)
        except NoCondition as reason:
            yield keys, str(reason)


def signs_are_few(content: Content) -> Iterator[Problem]:
    for check, n, outcome in _outcomes(content):
        lines = sum(1 + len(sign.together) + len(sign.absent) for sign in outcome.shown_by)
        if len(outcome.shown_by) > MOST_SIGNS or lines > MOST_LINES:
            message = (
                f"{len(outcome.shown_by)} items of {lines} lines, but at most {MOST_SIGNS} of {MOST_LINES} are"
                " allowed: keep the wordings that tell most"
            )
            yield _problem(content, check, message, n)


def what_was_not_done_shows_nothing(content: Content) -> Iterator[Problem]:
    for check, n, outcome in _outcomes(content):
        if outcome.slug == COULD_NOT and outcome.shown_by:
            yield _problem(content, check, f"nothing shows {COULD_NOT!r}: take it out", n)


def signs_show_one_outcome(content: Content) -> Iterator[Problem]:
    """A line, or a value of a fact, that shows two outcomes of one check would decide between them by chance."""
    for check in content.checks:
        signs = [(n, m, sign) for n, o in enumerate(check.front.outcomes) for m, sign in enumerate(o.shown_by)]
        for (n, m, one), (other, _, another) in itertools.permutations(signs, 2):
            if n != other and _is_shown_too(one, another):
                slug = check.front.outcomes[other].slug
                message = f"{one.key!r} also shows outcome {slug!r}, by {another.key!r}: say with `absent` which it is"
                yield _problem(content, check, message, n, m, "line" if one.line else "fact")


def _is_shown_too(one: ShownBy, another: ShownBy) -> bool:
    """Whether what shows the one shows the other too, with nothing beside it that could tell."""
    if one.absent or not set(another.together) <= set(one.together):
        return False
    if {*another.absent} & {one.key, *one.together}:
        return False
    if one.line and another.line:
        return bool(_expression(another.line).search(_filled(one.line)))
    return bool(one.fact and another.fact) and overlap(one.fact, another.fact)


def _expression(line: str) -> re.Pattern:
    """As matching looks for it: without regard to white space, quotes and letter case."""
    pieces = (f"(?:{HOLES.get(p.type, '')})" if isinstance(p, Hole) else re.escape(_squeezed(p)) for p in parts(line))
    return re.compile("".join(pieces), re.IGNORECASE)


def _filled(line: str) -> str:
    return "".join(_squeezed(FILLED.get(p.type, "") if isinstance(p, Hole) else p) for p in parts(line))


def _squeezed(text: str) -> str:
    return IGNORED.sub("", text)


def _outcomes(content: Content) -> Iterator[tuple[Check, int, Outcome]]:
    for check in content.checks:
        for n, outcome in enumerate(check.front.outcomes):
            yield check, n, outcome


def _problem(content: Content, check: Check, message: str, outcome: int, *keys: str | int) -> Problem:
    return content.problem(check.path, message, "outcomes", outcome, "shown_by", *keys)
