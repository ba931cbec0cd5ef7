"""Answer as it was found -> answer as it may leave: values masked, lines and names without harmful signs.

Matching has seen the text as it is; page, JSON, terminal and draft all show what this returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from kb.diagnosis.answer import Answer
from kb.masking import MASKED, clean_line, clean_name, mask
from kb.matching.match import Match


def masked(answer: Answer) -> Answer:
    """`masked` of the answer counts the values in the lines that it names, each line once."""
    known: dict[str, str] = {}

    def shown(text: str) -> str:
        if text not in known:
            known[text] = mask(clean_line(text))[0]
        return known[text]

    def line(item):
        more = {
            name: _deep(told, shown)
            for name in ("fact", "own", "around", "said")
            if (told := getattr(item, name, None))
        }
        return replace(item, text=shown(item.text), **more)

    def match(item: Match) -> Match:
        evidence = tuple(line(found) for found in item.evidence)
        grounds = tuple(replace(ground, detail=shown(ground.detail)) for ground in item.grounds)
        return replace(item, evidence=evidence, reason=shown(item.reason), grounds=grounds)

    told = (answer.matches, answer.others, answer.followed, answer.got_over, answer.ruled_out)
    matches, others, followed, over, ruled_out = (tuple(map(match, matches)) for matches in told)
    errors = tuple(map(line, answer.error_lines))
    unexplained, own = (found and line(found) for found in (answer.unexplained, answer.own_exception))
    hang = answer.hang
    if hang:
        hang = replace(hang, waits=tuple(replace(w, group=shown(w.group), op=shown(w.op)) for w in hang.waits))
    down = answer.first_down
    down = down and replace(down, host=shown(down.host), said=shown(down.said))
    could_be = answer.differential
    could_be = could_be and replace(could_be, answered=tuple(map(line, could_be.answered)))
    named = [*(item for found in matches for item in found.evidence), *errors, *([unexplained] if unexplained else [])]
    named += could_be.answered if could_be else ()
    return replace(
        answer,
        matches=matches,
        others=others,
        followed=followed,
        got_over=over,
        ruled_out=ruled_out,
        chain=tuple(replace(step, match=match(step.match)) for step in answer.chain),
        differential=could_be,
        error_lines=errors,
        unexplained=unexplained,
        own_exception=own,
        versions=tuple((name, shown(version)) for name, version in answer.versions),
        hang=hang,
        first_down=down,
        standings=_deep(answer.standings, shown),
        recorded=_deep(answer.recorded, shown),
        counted=_deep(answer.counted, shown),
        masked=sum({(item.file, item.line): item.text.count(MASKED) for item in named}.values()),
    )


def _deep(value: Any, shown: Callable[[str], str]) -> Any:
    """What stacks and dumps say, every text in it masked: names of functions, files and groups may hold anything."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, tuple | list | frozenset):
        return type(value)(_deep(item, shown) for item in value)
    if isinstance(value, dict):
        return {_deep(key, shown): _deep(item, shown) for key, item in value.items()}
    if is_dataclass(value):
        return replace(value, **{f.name: _deep(getattr(value, f.name), shown) for f in fields(value) if f.init})
    return value


def shown_names(names: Iterable[str]) -> list[str]:
    """File names fit to be shown, in order; two that look alike then are told apart by a number."""
    taken: set[str] = set()
    shown = []
    for name in names:
        first = mask(clean_name(name))[0] or ("file" if name else "")
        new, number = first, 1
        while new in taken:
            number += 1
            new = f"{first} ({number})".strip()
        taken.add(new)
        shown.append(new)
    return shown
