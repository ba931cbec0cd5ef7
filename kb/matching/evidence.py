"""Satisfied signatures -> the pasted lines that speak for an entry, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kb.catalogue.schema.conditions import parse
from kb.catalogue.schema.facts import STACKS
from kb.language import gettext, marked
from kb.matching.facts import Shown
from kb.matching.match import Evidence, Ground, Match
from kb.matching.scores import DECISIVE, DECISIVE_ECHO, SUPPORTING
from kb.matching.signatures import Hit
from kb.reading.one_pass import Sighting
from kb.reading.text.lines import is_prose, is_told

MOST_EVIDENCE = 12
GROUNDS = {
    "decisive": marked("decisive line"),
    "echo": marked("quoted in source code"),
    "supporting": marked("hint"),
    "standing": marked("where ranks stand"),
}


def cited(hit: Hit[Sighting | Shown]) -> list[Evidence]:
    """The places of a hit as evidence; where the line was printed, what quotes it counts nothing."""
    printed = [sighting for sighting in hit.places if not sighting.quoted] or list(hit.places)
    seen = [sighting for sighting in printed if not sighting.echo] or printed
    shown = [(sighting, hit.signature.key) for sighting in seen[:MOST_EVIDENCE]]
    beside = [(_nearest(places, seen[0]), line) for line, places in hit.together]
    shown = sorted([*shown, *beside], key=lambda item: item[0].line)
    return [_evidence(hit, sighting, line) for sighting, line in shown]


def _nearest(places: Sequence[Sighting | Shown], key: Sighting | Shown) -> Sighting | Shown:
    """Of the places of a line that goes together: a printed one, and the nearest to the signature's own line."""
    return min(places, key=lambda place: (is_told(place.text) or is_prose(place.text), abs(place.line - key.line)))


def _evidence(hit: Hit, seen: Sighting | Shown, line: str) -> Evidence:
    proof = _proof(hit, seen, line)
    fact = seen.fact if isinstance(seen, Shown) else None
    around = () if fact or proof in ("echo", "supporting") else getattr(seen, "around", ())
    return Evidence(seen.line, seen.text, proof, line, seen.rank, seen.time, seen.file, fact, around=around)


def _proof(hit: Hit, seen: Sighting | Shown, line: str) -> str:
    if line != hit.signature.key:
        return "together"
    if seen.quoted:
        return "supporting"
    return "echo" if seen.echo and hit.signature.proof == "decisive" else hit.signature.proof


def best_first(items: list[Evidence]) -> list[Evidence]:
    """Proof before hints, printed lines before told ones, each in the order of the log; no line twice.

    One row of a table may show two facts; where it is cited as a line, that says enough.
    """
    order = {"decisive": 0, "echo": 1, "together": 2, "supporting": 3}
    seen: dict[tuple[str, int, str], Evidence] = {}
    for item in sorted(items, key=lambda e: (order[e.proof], is_told(e.text), e.file, e.line, e.fact is not None)):
        if (item.file, item.line, "") not in seen:
            seen.setdefault((item.file, item.line, item.signature if item.fact else ""), item)
    return list(seen.values())[:MOST_EVIDENCE]


def grounds(items: list[Evidence]) -> tuple[Ground, ...]:
    kinds = {"decisive": DECISIVE, "echo": DECISIVE_ECHO, "supporting": SUPPORTING}
    seen = dict.fromkeys((item.proof, item.signature, _of_stacks(item)) for item in items if item.proof in kinds)
    return tuple(
        Ground(GROUNDS["standing" if stands and proof == "supporting" else proof], signature, kinds[proof])
        for proof, signature, stands in seen
    )


def shared_by(matches: Sequence[Match]) -> list[Match]:
    """Where ranks stand tells the more, the fewer of the failures found it fits: with one alone it is nearly sure."""
    fits = Counter(ground.detail for match in matches for ground in match.grounds if ground.kind == GROUNDS["standing"])
    return [replace(match, grounds=tuple(_rarer(ground, fits) for ground in match.grounds)) for match in matches]


def _rarer(ground: Ground, fits: Counter[str]) -> Ground:
    if ground.kind != GROUNDS["standing"]:
        return ground
    return replace(ground, score=SUPPORTING + (1 - SUPPORTING) / fits[ground.detail])


def _of_stacks(item: Evidence) -> bool:
    """Whether it says where ranks stand: what a frozen job shows of itself, and not only how its machine is set up."""
    return item.fact is not None and parse(item.fact.condition).kind.tables == STACKS


def reason(items: list[Evidence]) -> str:
    kinds = {item.proof for item in items}
    if "decisive" in kinds and all(item.fact for item in items if item.proof == "decisive"):
        return gettext("Only this failure looks like this.")
    if "decisive" in kinds:
        if "together" in kinds:
            return gettext("These lines together are this failure's own.")
        return _alone({(i.file, i.line) for i in items if i.proof == "decisive"}, {(i.file, i.line) for i in items})
    if "echo" in kinds:
        return gettext("The log quotes the source line that prints this failure's message.")
    if all(item.fact for item in items):
        return gettext("What is shown here fits this failure, and others too.")
    return gettext("The log has lines that fit this failure, and others too.")


def _alone(decisive: set[tuple[str, int]], shown: set[tuple[str, int]]) -> str:
    """The sentence above all the lines, of which only some may prove it."""
    if len(shown) == 1:
        return gettext("This line is this failure's own message.")
    if decisive == shown:
        return gettext("Each of these lines is this failure's own message.")
    return gettext("Of these lines, at least one is this failure's own message.")
