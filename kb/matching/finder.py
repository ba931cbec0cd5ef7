"""Readings of one job × catalogue -> matches: those that signatures speak for, and guesses by likeness and words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.schema.entry import Entry
from kb.language import gettext, marked
from kb.matching import scores
from kb.matching.evidence import best_first, cited, grounds, reason, shared_by
from kb.matching.facts import holding
from kb.matching.match import Evidence, Ground, Match
from kb.matching.near_lines import Grams, Likeness, NearLines, grams_of
from kb.matching.signatures import Compiled, Hit, SignatureDatabase
from kb.matching.words.index import WordIndex, index_of
from kb.matching.words.search import Words
from kb.reading.errors import ErrorLine
from kb.reading.frozen.facts import facts_in
from kb.reading.kinds import SCANS
from kb.reading.one_pass import Reading
from kb.reading.text.lines import time_of
from kb.reading.timeouts.waits import facts_of, waits_of

# Of the right entries, a tenth stands behind the first ten by words alone; what else is known brings them forward. Of
# those behind the first thirty, the nearest in meaning are guesses too.
MOST_GUESSES, MOST_BY_WORDS, MOST_BY_MEANING = 100, 30, 15
WORDS = marked("words")
BY_WORDS = marked("No line proves it; its description uses the same words.")


@dataclass(frozen=True)
class Tables:
    """What a finder looks things up in, where it was kept from an earlier start.

    `slugs` has the entry of every number in `words`.
    """

    compiled: Compiled
    grams: Grams
    words: WordIndex
    slugs: Sequence[str]


class Finder:
    """Everything that finds an entry, built once from a catalogue and shared by threads."""

    def __init__(self, catalogue: Catalogue, kept: Tables | None = None):
        self.catalogue, self._kept = catalogue, kept
        self.signatures = SignatureDatabase(kept=kept.compiled) if kept else SignatureDatabase(catalogue.entries)

    @cached_property
    def near(self) -> NearLines:
        return NearLines(self._kept.grams if self._kept else grams_of(self.catalogue.entries))

    @cached_property
    def words(self) -> Words:
        """Built when it is first asked: half of the start, and a log that a signature proves needs none of it."""
        slugs = self._kept.slugs if self._kept else list(self.catalogue.by_slug)
        return Words(self.catalogue.by_slug, slugs, self._index)

    @cached_property
    def _index(self) -> WordIndex:
        return self._kept.words if self._kept else index_of(self.catalogue.entries)

    def tables(self) -> Tables:
        """Everything, built now where it was not asked for yet: for keeping it, or for sharing it with forks."""
        for scan in SCANS.values():
            scan.database  # noqa: B018  (compiled)
        return Tables(self.signatures.compiled, self.near.grams, self._index, list(self.catalogue.by_slug))

    def by_signature(self, readings: Iterable[Reading]) -> list[Match]:
        """One match for each entry that a signature speaks for."""
        found: dict[str, list[Evidence]] = defaultdict(list)
        for hit in hits(self.signatures, list(readings)):
            found[hit.owner.slug] += cited(hit)
        return shared_by([self._match(slug, best_first(items)) for slug, items in found.items()])

    def _match(self, slug: str, items: list[Evidence]) -> Match:
        entry = self.catalogue.by_slug[slug]
        return Match(entry, scores.score(items), tuple(items), reason(items), grounds(items))

    def with_guesses(
        self,
        matches: Iterable[Match],
        lines: Iterable[ErrorLine],
        query: str,
        words_count: float = 1.0,
        known: Collection[tuple[str, int]] = (),
    ) -> list[Match]:
        """Adds what half a line, and what the words suggest, with grounds and no score: diagnosis weighs them.

        `words_count` is how much the words of the query tell, from 0 to 1. The lines at `known` places are in full what
        a failure prints, so that they are nearly no other's.
        """
        by_slug = {match.slug: match for match in matches}
        near = {likeness.slug: likeness for likeness in self.near.find(lines, known)}
        found = self.words.search(query, limit=MOST_GUESSES, beside=by_slug)
        likeness = {item.entry.slug: item.score for item in found}
        meaning = self.words.likenesses(query, {**near, **likeness})
        nearest = nlargest(MOST_BY_MEANING, likeness, key=meaning.__getitem__)
        best = max(likeness.values(), default=1.0)
        for slug in dict.fromkeys([*near, *by_slug, *list(likeness)[:MOST_BY_WORDS], *nearest]):
            words = likeness.get(slug, 0.0) * words_count
            guess = _guess(self.catalogue.by_slug[slug], by_slug.get(slug), near.get(slug), words / best)
            by_slug[slug] = replace(guess, likeness=words, meaning=meaning.get(slug, 0.0) * words_count)
        return list(by_slug.values())


def hits(signatures: SignatureDatabase, readings: Sequence[Reading]) -> Iterator[Hit]:
    """Every signature that a log of one job satisfies by its lines and facts; facts of all its files count for each."""
    stood = facts_in([block for reading in readings for block in reading.blocks.found])
    stood += facts_of(waits_of([reading.timeouts for reading in readings]))
    held = [holding(reading, signatures.compiled.conditions, stood) for reading in readings]
    beside = {key: shown for own in held for key, shown in own.items()}
    for reading, own in zip(readings, held, strict=True):
        yield from signatures.satisfied({**reading.found, **own}, reading.unseen, beside)


def _guess(entry: Entry, hinted: Match | None, near: Likeness | None, words: float) -> Match:
    """`words` is the entry's share of the best word score, from 0 to 1."""
    told = list(hinted.grounds) if hinted else []
    told += [Ground(marked("near line"), near.signature, scores.BEST_BY_NEARNESS * near.share)] if near else []
    told += [Ground(WORDS, "", scores.BEST_BY_WORDS * words)] if words else []
    if hinted:
        return replace(hinted, grounds=tuple(told))
    if near:
        line = near.line
        cited = Evidence(line.line, line.text, "near", near.signature, line.rank, time_of(line.text), line.file)
        reason = gettext("This line is nearly one that this failure prints: truncated or retyped?")
        return Match(entry, 0.0, (cited,), reason, tuple(told))
    return Match(entry, 0.0, (), gettext(BY_WORDS), tuple(told))
