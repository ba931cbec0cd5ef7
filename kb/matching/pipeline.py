"""Pasted text -> Answer: read each log once, then rank, and search by words where no signature decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.entry import Entry
from kb.matching import log, ranking
from kb.matching.answer import MOST_MATCHES, Answer, ErrorLine, Evidence, Ground, Match, Step
from kb.matching.decoding import Content
from kb.matching.hangs import find_hang
from kb.matching.near import Likeness, NearLines
from kb.matching.reading import LONGEST_HEAD, Reading, Sighting, read
from kb.matching.signatures import Hit, SignatureDatabase
from kb.matching.words import Words

MOST_EVIDENCE = 12
# What goes to the word search when no line decides: the errors of a log, or a person's own description.
LONGEST_QUERY = LONGEST_HEAD
MOST_ERRORS_SHOWN = 20
# Half a message may have none of the words by which an error line is known: then every line is looked at.
FEW_ERRORS = 3
MOST_LINES_TOLD = 40

GROUNDS = {"decisive": "decisive line", "echo": "quoted in source code", "supporting": "hint"}

# Evidence by the slug of the entry that it speaks for.
Cited = dict[str, list[Evidence]]


class Matcher:
    """Everything that is needed to answer, built once from a catalogue and shared by threads."""

    def __init__(self, catalogue: Catalogue):
        self.catalogue = catalogue
        self.signatures = SignatureDatabase(catalogue.entries)
        self.near = NearLines(catalogue.entries)

    @cached_property
    def words(self) -> Words:
        """Built when it is first asked: half of the start, and a log that a signature proves needs none of it."""
        return Words(self.catalogue)

    def match_text(self, text: Content) -> Answer:
        return self.match([("", text)])

    def match(self, files: Sequence[tuple[str, Content]], keep: bool = True) -> Answer:
        """(name, content) of one paste, or of several files of one job -> the answer. Never raises on content.

        `keep` keeps what was pasted in the answer, for showing it; without it, memory does not grow with the logs.
        """
        tried = [read(name, content, self.signatures, keep) for name, content in files]
        readings = [reading for reading in tried if not reading.notice]
        if not readings:
            return Answer(notice=tried[0].notice if tried else "There is nothing here to read.")
        evidence = self._evidence(readings)
        errors = [line for reading in readings for line in reading.landmarks.errors]
        raised = [line for reading in readings for line in reading.landmarks.exceptions()]
        unexplained = _unexplained(evidence, raised)
        query = _query(raised, errors, readings)
        matches = self._ranked(evidence, unexplained, readings, query)
        return replace(
            self._answer(matches),
            error_lines=tuple(errors[:MOST_ERRORS_SHOWN]),
            unexplained=None if matches and matches[0].confident else unexplained,
            query=query,
            unread=tuple((reading.file, reading.notice) for reading in tried if reading.notice),
            pasted=tuple((reading.file, reading.text) for reading in readings) if keep else (),
            **_facts(readings),
        )

    def _evidence(self, readings: Iterable[Reading]) -> Cited:
        found: dict[str, list[Evidence]] = defaultdict(list)
        for reading in readings:
            for hit in self.signatures.satisfied(reading.found):
                found[hit.entry.slug] += _cited(hit)
        return {slug: _best_first(items) for slug, items in found.items()}

    def _ranked(
        self, evidence: Cited, unexplained: ErrorLine | None, readings: Sequence[Reading], query: str
    ) -> list[Match]:
        """Every match in order; guesses only where nothing is proved."""
        matches = ranking.below_unknown_cause(self._proved(evidence), unexplained, self.catalogue)
        if not any(match.confident for match in matches):
            matches = self._with_guesses(matches, _telling_lines(readings), query)
        return ranking.in_order(matches, self.catalogue)

    def _proved(self, evidence: Cited) -> list[Match]:
        """One match for each entry that a signature speaks for."""
        return [
            Match(self.catalogue.by_slug[slug], ranking.score(items), tuple(items), _reason(items), _grounds(items))
            for slug, items in evidence.items()
        ]

    def _with_guesses(self, matches: list[Match], lines: list[ErrorLine], query: str) -> list[Match]:
        """Adds what half a line, and what the words suggest; an entry for which several speak moves up."""
        by_slug = {match.slug: match for match in matches}
        near = {likeness.entry.slug: likeness for likeness in self.near.find(lines)}
        found = self.words.search(query, limit=MOST_MATCHES, excerpts=False)
        words = {item.entry.slug: item.score / found[0].score for item in found}
        for slug in dict.fromkeys([*near, *words]):
            by_slug[slug] = _guess(self.catalogue.by_slug[slug], by_slug.get(slug), near.get(slug), words.get(slug, 0))
        return list(by_slug.values())

    def _answer(self, matches: list[Match]) -> Answer:
        linked = ranking.chain(matches, self.catalogue)
        steps = tuple(Step(m, m.evidence[0].line, m.evidence[0].rank, m.evidence[0].time) for m in linked)
        return Answer(
            matches=tuple(matches[:MOST_MATCHES]),
            chain=steps if len(steps) > 1 else (),
            others=self._others(matches),
        )

    def _others(self, matches: list[Match]) -> tuple[Match, ...]:
        """Look-alikes of the answer, for a reader who sees that it does not fit."""
        if not matches or not matches[0].confident:
            return ()
        shown = {match.slug for match in matches}
        near = [(e, check) for e, check in self.catalogue.neighbours(matches[0].slug) if e.slug not in shown]
        return tuple(Match(entry, 0.0, (), check) for entry, check in near[:5])


def _cited(hit: Hit[Sighting]) -> list[Evidence]:
    """The places of a hit as evidence; source code that quotes the line counts only where the line is missing."""
    seen = [sighting for sighting in hit.places if not sighting.echo] or list(hit.places)
    cited = [(sighting, hit.signature.line) for sighting in seen[:MOST_EVIDENCE]]
    cited = sorted([*cited, *((sighting, line) for line, sighting in hit.together)], key=lambda item: item[0].line)
    return [_evidence(hit, sighting, line) for sighting, line in cited]


def _evidence(hit: Hit, seen: Sighting, line: str) -> Evidence:
    proof = _proof(hit, seen.echo, line)
    return Evidence(seen.line, seen.text, proof, line, seen.rank, seen.time, seen.file)


def _proof(hit: Hit, echo: bool, line: str) -> str:
    if line != hit.signature.line:
        return "together"
    return "echo" if echo and hit.signature.proof == "decisive" else hit.signature.proof


def _best_first(items: list[Evidence]) -> list[Evidence]:
    """Proof before hints, printed lines before told ones, each in the order of the log; no line twice."""
    order = {"decisive": 0, "echo": 1, "together": 2, "supporting": 3}
    seen: dict[tuple[str, int], Evidence] = {}
    for item in sorted(items, key=lambda e: (order[e.proof], log.is_told(e.text), e.file, e.line)):
        seen.setdefault((item.file, item.line), item)
    return list(seen.values())[:MOST_EVIDENCE]


def _guess(entry: Entry, hinted: Match | None, near: Likeness | None, words: float) -> Match:
    """`words` is the entry's share of the best word score, from 0 to 1."""
    score = ranking.guess(hinted.score if hinted else 0, near.share if near else 0, words)
    grounds = list(hinted.grounds) if hinted else []
    grounds += [Ground("near line", near.signature, ranking.BEST_BY_NEARNESS * near.share)] if near else []
    grounds += [Ground("words", "", ranking.BEST_BY_WORDS * words)] if words else []
    if hinted:
        return replace(hinted, score=max(score, hinted.score), grounds=tuple(grounds))
    if near:
        line = near.line
        cited = Evidence(line.line, line.text, "near", near.signature, line.rank, log.time_of(line.text), line.file)
        reason = "This line is nearly one that this failure prints: cut off or retyped?"
        return Match(entry, score, (cited,), reason, tuple(grounds))
    return Match(entry, score, (), "No line proves it; its description uses the same words.", tuple(grounds))


def _grounds(items: list[Evidence]) -> tuple[Ground, ...]:
    kinds = {"decisive": ranking.DECISIVE, "echo": ranking.DECISIVE_ECHO, "supporting": ranking.SUPPORTING}
    seen = dict.fromkeys((item.proof, item.signature) for item in items if item.proof in kinds)
    return tuple(Ground(GROUNDS[proof], signature, kinds[proof]) for proof, signature in seen)


def _reason(items: list[Evidence]) -> str:
    kinds = {item.proof for item in items}
    if "decisive" in kinds:
        return (
            "This line is printed by this failure only."
            if "together" not in kinds
            else "These lines together are printed by this failure only."
        )
    if "echo" in kinds:
        return "The log quotes the source line that prints this failure's message."
    return "The log has lines that fit this failure, and others too."


def _query(raised: list[ErrorLine], errors: list[ErrorLine], readings: Iterable[Reading]) -> str:
    """Exceptions first, then other error lines, then the text itself: the words that tell most come first."""
    told = dict.fromkeys(line.text for line in (*raised, *errors))
    return "\n".join([*told, *(line for reading in readings for line in reading.head_lines())])[:LONGEST_QUERY]


def _unexplained(evidence: Cited, raised: list[ErrorLine]) -> ErrorLine | None:
    """The first exception that no entry cites."""
    cited = {(item.file, item.line) for items in evidence.values() for item in items}
    return next((line for line in raised if (line.file, line.line) not in cited), None)


def _telling_lines(readings: Iterable[Reading]) -> list[ErrorLine]:
    """Error lines; where there are hardly any, the first lines of the text as they stand too."""
    errors = [line for reading in readings for line in reading.landmarks.errors]
    if len(errors) > FEW_ERRORS:
        return errors
    lines = ((n, line, r.file) for r in readings for n, line in enumerate(r.head.split("\n"), 1) if line.strip())
    heads = [ErrorLine(n, log.shorten(line.encode()), "", file) for n, line, file in lines]
    return errors + heads[:MOST_LINES_TOLD]


def _facts(readings: Sequence[Reading]) -> dict:
    """What the logs tell about the job whether or not any entry knows it; where versions differ, as the first says."""
    heard = (rank for reading in readings for rank in reading.landmarks.ranks)
    versions = {k: v for reading in reversed(readings) for k, v in reading.landmarks.versions.items()}
    return {
        "line_count": sum(reading.line_count for reading in readings),
        "hang": find_hang([reading.timeouts for reading in readings], heard),
        "versions": tuple(versions.items()),
    }
