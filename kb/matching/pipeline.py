"""Pasted text -> Answer: decode, clean, scan, read, rank, and words where no signature decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.entry import Entry
from kb.matching import log, ranking
from kb.matching.answer import MOST_MATCHES, Answer, ErrorLine, Evidence, Match, Step
from kb.matching.cleaning import SOFT, clean
from kb.matching.decoding import decode
from kb.matching.landmarks import find_landmarks
from kb.matching.signatures import Hit, SignatureDatabase
from kb.matching.words import Words

MOST_EVIDENCE = 12
# What goes to the word search when no line decides: the errors of a log, or a person's own description.
LONGEST_QUERY = 4000
MOST_ERRORS_SHOWN = 20
# BM25F scores have no scale; the best guess by words alone stands here, below every answer.
BEST_GUESS = 0.45
HINT_BONUS = 0.25

# (file name, clean text, text as pasted)
Texts = list[tuple[str, str, str]]
Cited = dict[Entry, list[Evidence]]


class Matcher:
    """Everything that is needed to answer, built once from a catalogue and shared by threads."""

    def __init__(self, catalogue: Catalogue):
        self.catalogue = catalogue
        self.signatures = SignatureDatabase(catalogue.entries)
        self.words = Words(catalogue)

    def match_text(self, text: bytes | str) -> Answer:
        return self.match([("", text)])

    def match(self, files: Sequence[tuple[str, bytes | str]]) -> Answer:
        """(name, content) of one paste, or of several files of one job -> the answer. Never raises on content."""
        decoded = [(name, decode(content)) for name, content in files]
        texts = [(name, clean(item.text), item.text) for name, item in decoded if not item.notice]
        if not texts:
            return Answer(notice=decoded[0][1].notice if decoded else "There is nothing here to read.")
        evidence = self._evidence(texts)
        landmarks = [find_landmarks(text, name) for name, text, _ in texts]
        errors = [line for found in landmarks for line in found.errors]
        raised = [line for found in landmarks for line in found.exceptions()]
        unexplained = _unexplained(evidence, raised)
        matches = self._ranked(evidence, unexplained, _query(raised, errors, texts))
        return replace(
            self._answer(matches, texts),
            error_lines=tuple(errors[:MOST_ERRORS_SHOWN]),
            unexplained=None if matches and matches[0].confident else unexplained,
            versions=tuple(dict(item for found in reversed(landmarks) for item in found.versions.items()).items()),
        )

    def _evidence(self, texts: Texts) -> Cited:
        found: dict[str, list[Evidence]] = defaultdict(list)
        for name, text, _ in texts:
            encoded = text.encode("utf-8", errors="replace")
            for hit in self.signatures.scan(text):
                found[hit.entry.slug] += _cited(hit, encoded, name)
        return {self.catalogue.by_slug[slug]: _best_first(items) for slug, items in found.items()}

    def _ranked(self, evidence: Cited, unexplained: ErrorLine | None, query: str) -> list[Match]:
        matches = [
            Match(entry, ranking.score(items), tuple(items), _reason(items)) for entry, items in evidence.items()
        ]
        matches = ranking.below_unknown_cause(matches, unexplained, self.catalogue)
        if not any(match.confident for match in matches):
            matches = self._with_words(matches, query)
        return ranking.in_order(matches, self.catalogue)

    def _with_words(self, matches: list[Match], query: str) -> list[Match]:
        """Adds what the words suggest; an entry that also has a hint in the log moves up."""
        by_slug = {match.slug: match for match in matches}
        found = self.words.search(query, limit=MOST_MATCHES, excerpts=False)
        for item in found:
            hinted = by_slug.get(item.entry.slug)
            hint = max(HINT_BONUS, hinted.score - BEST_GUESS) if hinted else 0
            score = min(ranking.MOST_BY_HINTS, BEST_GUESS * item.score / found[0].score + hint)
            reason = hinted.reason if hinted else "No line proves it; its description uses the same words."
            by_slug[item.entry.slug] = Match(item.entry, score, hinted.evidence if hinted else (), reason)
        return list(by_slug.values())

    def _answer(self, matches: list[Match], texts: Texts) -> Answer:
        linked = ranking.chain(matches, self.catalogue)
        steps = tuple(Step(m, m.evidence[0].line, m.evidence[0].rank, m.evidence[0].time) for m in linked)
        pasted = tuple(line for _, _, original in texts for line in original.split("\n"))
        return Answer(
            matches=tuple(matches[:MOST_MATCHES]),
            chain=steps if len(steps) > 1 else (),
            others=self._others(matches),
            line_count=len(pasted),
            lines=pasted,
        )

    def _others(self, matches: list[Match]) -> tuple[Match, ...]:
        """Look-alikes of the answer, for a reader who sees that it does not fit."""
        if not matches or not matches[0].confident:
            return ()
        shown = {match.slug for match in matches}
        near = [(e, check) for e, check in self.catalogue.neighbours(matches[0].slug) if e.slug not in shown]
        return tuple(Match(entry, 0.0, (), check) for entry, check in near[:5])


def _cited(hit: Hit, text: bytes, file: str) -> list[Evidence]:
    """The places of a hit as evidence; source code that quotes the line counts only where the line is missing."""
    spans = [span for span in hit.spans if not span.echo] or list(hit.spans)
    places = [(span, hit.signature.line) for span in spans[:MOST_EVIDENCE]]
    places = sorted([*places, *((span, line) for line, span in hit.together)], key=lambda place: place[0].start)
    positions = log.positions(text, [span.start for span, _ in places])
    return [
        Evidence(
            line=position.line,
            text=position.text,
            proof=_proof(hit, span.echo, line),
            signature=line,
            rank=log.rank_of(position.text),
            time=log.time_of(position.text),
            file=file,
        )
        for position, (span, line) in zip(positions, places, strict=True)
    ]


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


def _query(raised: list[ErrorLine], errors: list[ErrorLine], texts: Texts) -> str:
    """Exceptions first, then other error lines, then the text itself: the words that tell most come first."""
    told = dict.fromkeys(line.text for line in (*raised, *errors))
    whole = " ".join(text[:LONGEST_QUERY] for _, text, _ in texts).replace(SOFT, "\n")
    return "\n".join([*told, whole])[:LONGEST_QUERY]


def _unexplained(evidence: Cited, raised: list[ErrorLine]) -> ErrorLine | None:
    """The first exception that no entry cites."""
    cited = {(item.file, item.line) for items in evidence.values() for item in items}
    return next((line for line in raised if (line.file, line.line) not in cited), None)
