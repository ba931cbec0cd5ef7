"""Rules that need the matcher: signatures compile; samples and lines prove their own entry and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.conditions import MARK
from kb.catalogue.schema.entry import Entry, Signature
from kb.catalogue.schema.holes import Hole, parts
from kb.matching.finder import hits
from kb.matching.signatures import Hit, Owner, SignatureDatabase, UnusableSignature
from kb.reading.one_pass import read

# What stands in a line's holes where one is needed.
FILLED = {"int": "7", "num": "1.5", "hex": "0x7f", "word": "abc", "path": "/a/b.py", "any": "x"}


def check_signatures(content: Content) -> Iterator[Problem]:
    """Signatures that cannot be compiled: with one of them, nothing at all could be matched.

    All of them at once take half as long as each by itself, which only finds out which it is.
    """
    outcomes = [outcome for check in content.checks for outcome in check.front.outcomes]
    if not _compile([*content.entries, *outcomes]):
        yield from _one_by_one(content)


def _compile(owners: Sequence[Owner]) -> bool:
    try:
        return bool(SignatureDatabase(owners))
    except UnusableSignature:
        return False


def _one_by_one(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        yield from _unusable(content, entry, entry.path, "signatures")
    for check in content.checks:
        for n, outcome in enumerate(check.front.outcomes):
            yield from _unusable(content, outcome, check.path, "outcomes", n, "shown_by")


def _unusable(content: Content, owner: Owner, path: Path, *keys: str | int) -> Iterator[Problem]:
    try:
        SignatureDatabase([owner])
    except UnusableSignature as unusable:
        lines = [signature.line for signature in owner.signatures]
        at = (lines.index(unusable.line), "line") if unusable.line in lines else ()
        yield content.problem(path, str(unusable), *keys, *at)


def check_proofs(content: Content) -> Iterator[Problem]:
    """Every sample and every decisive line through the signatures of the whole content, which must all compile."""
    catalogue = Catalogue.of(content)
    database = SignatureDatabase(catalogue.entries)
    yield from _check_samples(content, catalogue, database)
    yield from _check_lines(content, catalogue, database)


def _check_samples(content: Content, catalogue: Catalogue, database: SignatureDatabase) -> Iterator[Problem]:
    """No sample proves another entry, and of each entry that has some one proves it."""
    proved: set[tuple[str, str]] = set()
    for entry in catalogue:
        for sample in entry.samples():
            reading = read(sample.name, sample.read_bytes(), database, keep=False)
            if reading.notice:
                yield Problem(sample, 1, f"not readable as a log: {reading.notice}")
                continue
            decisive = [hit for hit in hits(database, [reading]) if hit.signature.proof == "decisive"]
            proved |= {(hit.owner.slug, hit.signature.key) for hit in decisive if hit.owner.slug == entry.slug}
            yield from _foreign(entry, str(sample), decisive, catalogue, content)
    yield from _samples_without_proof(catalogue, proved, content)


def _check_lines(content: Content, catalogue: Catalogue, database: SignatureDatabase) -> Iterator[Problem]:
    """No other entry claims a decisive line, filled in, too."""
    for entry in catalogue:
        for signature in entry.front.printed:
            if signature.proof == "decisive":
                reading = read("", "\n".join(map(_filled, (signature.line, *_lines(signature)))), database, keep=False)
                decisive = [hit for hit in hits(database, [reading]) if hit.signature.proof == "decisive"]
                yield from _foreign(entry, f"a line of {entry.slug}, {signature.line!r}", decisive, catalogue, content)


def _lines(signature: Signature) -> list[str]:
    return [key for key in signature.together if not key.startswith(MARK)]


def _filled(line: str) -> str:
    """A signature's line as a program could print it."""
    return "".join(FILLED[part.type] if isinstance(part, Hole) else part for part in parts(line))


def _foreign(entry: Entry, sample: str, hits: list[Hit], catalogue: Catalogue, content: Content) -> Iterator[Problem]:
    for hit in hits:
        related = catalogue.leads_to(entry.slug, hit.owner.slug) or catalogue.leads_to(hit.owner.slug, entry.slug)
        if hit.owner.slug == entry.slug or related:
            continue
        n = hit.owner.front.signatures.index(hit.signature)
        message = (
            f"decisive signature {hit.signature.key!r} is also in {sample}: make it supporting or longer, "
            f"or say in leads_to which of the two failures follows from the other"
        )
        yield content.problem(hit.owner.path, message, "signatures", n, "line" if hit.signature.line else "fact")


def _samples_without_proof(catalogue: Catalogue, proved: set[tuple[str, str]], content: Content) -> Iterator[Problem]:
    for entry in catalogue:
        decisive = any(s.proof == "decisive" for s in entry.front.signatures)
        if decisive and entry.samples() and not any(slug == entry.slug for slug, _ in proved):
            line = content.line(entry.path, "signatures")
            yield Problem(
                entry.path,
                line,
                "none of its samples satisfies any of its decisive signatures: correct one or the other",
            )
