"""Rules about the lines that prove a failure: they must tell, and stay cheap to look for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import Entry, Signature
from kb.catalogue.schema.holes import HOLES, Hole, parts, unknown_holes

# Twice the most that any entry has today. All signatures are compiled and looked for together, by every reader.
MOST_SIGNATURES = 40
MOST_LINES = 80
LONGEST_LINE = 300
SHORTEST_LITERAL = 12
# A line that only goes together with another need not tell much, but something.
SHORTEST_BESIDE = 4
MOST_HOLES = 8
WIDE = {"any", "path"}
MOST_WIDE = 3
IGNORED = re.compile(r"[\s\"'`\\_*|<>]+")


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


def signatures_are_few(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        signatures = entry.front.signatures
        lines = sum(1 + len(signature.together) + len(signature.absent) for signature in signatures)
        if len(signatures) > MOST_SIGNATURES or lines > MOST_LINES:
            message = (
                f"{len(signatures)} signatures of {lines} lines, but at most {MOST_SIGNATURES} of {MOST_LINES} are"
                " allowed: keep the wordings that tell most"
            )
            yield content.problem(entry.path, message, "signatures")


def signatures_are_sound(content: Content) -> Iterator[Problem]:
    for entry, n, signature in _signatures(content):
        if signature.line:
            for message in defects(signature.line):
                yield content.problem(entry.path, message, "signatures", n, "line")
        if signature.retry and signature.proof != "decisive":
            message = "only a decisive line can say what to do before the next attempt: leave retry out"
            yield content.problem(entry.path, message, "signatures", n, "retry")
        for key in ("together", "absent"):
            for at, line in enumerate(getattr(signature, key)):
                for message in defects(line, SHORTEST_BESIDE) if line in signature.lines else ():
                    yield content.problem(entry.path, message, "signatures", n, key, at)


def defects(line: str, shortest: int = SHORTEST_LITERAL) -> Iterator[str]:
    """What is wrong with one line; `shortest` is how many letters and digits it needs outside its holes."""
    for hole in unknown_holes(line):
        known = " ".join(f"<{name}>" for name in HOLES)
        yield f"no hole is called <{hole}>: use {known}, or write \\<{hole}> for the text itself"
    if len(line) > LONGEST_LINE:
        yield f"{len(line)} characters, but at most {LONGEST_LINE} are allowed: keep the part that tells"
    pieces = parts(line)
    holes = [piece for piece in pieces if isinstance(piece, Hole)]
    if len(holes) > MOST_HOLES:
        yield f"more than {MOST_HOLES} holes: shorten the line to the part that tells"
    if sum(hole.type in WIDE for hole in holes) > MOST_WIDE:
        yield f"more than {MOST_WIDE} holes of <any> or <path>: use <word> or <int>, or shorten the line"
    if holes and pieces[0] is holes[0] and holes[0].type in WIDE:
        yield f"a <{holes[0].type}> at the beginning matches any text: leave it out"
    if together := next(_touching(pieces), ""):
        yield f"nothing separates {together}: make them one hole, or keep the text between them"
    literal = re.sub(r"\W", "", "".join(piece for piece in pieces if not isinstance(piece, Hole)))
    if len(literal) < shortest:
        yield f"signature {line!r} has fewer than {shortest} letters outside its holes: it would match anything"


def _touching(pieces: list[str | Hole]) -> Iterator[str]:
    """Neighbouring holes; matching ignores white space and quotes, so between two wide ones they separate nothing."""
    holes = [(n, piece) for n, piece in enumerate(pieces) if isinstance(piece, Hole)]
    for (at, first), (then, second) in itertools.pairwise(holes):
        between = "".join(map(str, pieces[at + 1 : then]))
        both_wide = first.type in WIDE and second.type in WIDE
        if not between or (both_wide and not IGNORED.sub("", between)):
            yield f"<{first.type}> and <{second.type}>"


def signatures_are_written_once(content: Content) -> Iterator[Problem]:
    owners: dict[tuple, str] = {}
    for entry, n, signature in _signatures(content):
        if signature.proof != "decisive":
            continue
        key = (signature.key.casefold(), signature.together, signature.absent)
        if owners.setdefault(key, entry.slug) != entry.slug:
            message = f"{owners[key]} has the same decisive signature: a line can prove only one failure"
            yield content.problem(entry.path, message, "signatures", n, "line" if signature.line else "fact")


def _signatures(content: Content) -> Iterator[tuple[Entry, int, Signature]]:
    for entry in content.entries:
        for n, signature in enumerate(entry.front.signatures):
            yield entry, n, signature
