"""Entry + Entry + … -> Catalogue: frozen, in memory, asked by everything else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kb.catalogue.census import Census, Situation
from kb.catalogue.loading.content import Area, Content, Spoken
from kb.catalogue.proofs import Proofs
from kb.catalogue.schema.check import Check
from kb.catalogue.schema.entry import THAT, THIS, Entry
from kb.catalogue.schema.guide import Guide
from kb.language import either

# Slug -> the slugs of the entries that name it.
NamedBy = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Catalogue:
    """All that the site knows. Entries come in the order of their areas, then by slug.

    `by_slug` may read each entry when it is first asked for it; `causes` and `look_alikes` say which entries name a
    slug in their leads_to and in their tell_apart.
    """

    areas: tuple[Area, ...]
    by_slug: Mapping[str, Entry]
    guides: tuple[Guide, ...]
    causes: NamedBy
    look_alikes: NamedBy
    checks: tuple[Check, ...] = ()
    census: Census = field(default_factory=Census)
    situations: Mapping[str, Situation] = field(default_factory=dict)
    topics: Mapping[str, Spoken] = field(default_factory=dict)
    phrases: Mapping[str, Spoken] = field(default_factory=dict)
    proofs: Mapping[str, Proofs] = field(default_factory=dict)
    _known_consequences: dict[str, frozenset[str]] = field(default_factory=dict, init=False, repr=False)
    _known_causes: dict[str, frozenset[str]] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, content: Content) -> Catalogue:
        order = {area.slug: n for n, area in enumerate(content.areas)}
        entries = sorted(content.entries, key=lambda e: (order.get(e.area, len(order)), e.slug))
        by_slug = {entry.slug: entry for entry in entries}
        named_by = causes_in(entries), look_alikes_in(entries)
        lists = (
            tuple(content.checks),
            content.census,
            content.situations,
            content.topics,
            content.phrases,
            content.proofs,
        )
        return cls(tuple(content.areas), by_slug, tuple(content.guides), *named_by, *lists)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.by_slug.values())

    def __len__(self) -> int:
        return len(self.by_slug)

    def was_behind(self, slug: str) -> dict[str, int]:
        """Entries that were behind public reports which this one proves, with their number."""
        others = self.proofs[slug].others if slug in self.proofs else {}
        return {other: number for other, number in others.items() if other in self.by_slug}

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self)

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Former slug -> the slug of today."""
        return {alias: entry.slug for entry in self.entries for alias in entry.front.aliases}

    @cached_property
    def guide_by_slug(self) -> dict[str, Guide]:
        return {guide.slug: guide for guide in self.guides}

    @cached_property
    def check_by_slug(self) -> dict[str, Check]:
        return {check.slug: check for check in self.checks}

    def of_area(self, slug: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.area == slug)

    def area(self, slug: str) -> Area | None:
        return next((area for area in self.areas if area.slug == slug), None)

    def _consequences(self, cause: str) -> frozenset[str]:
        """Everything that follows from a slug, directly or through others; cycles are harmless here."""
        if cause not in self._known_consequences:
            waiting, seen = [cause], set()
            while waiting:
                entry = self.by_slug.get(waiting.pop())
                new = set(entry.front.leads_to) - seen if entry else set()
                seen |= new
                waiting += new
            self._known_consequences[cause] = frozenset(seen)
        return self._known_consequences[cause]

    def leads_to(self, cause: str, consequence: str) -> bool:
        """Whether `consequence` can follow from `cause`, through any number of steps."""
        return cause in self.by_slug and consequence in self._consequences(cause)

    def follows_from(self, slug: str) -> tuple[Entry, ...]:
        """The entries that name this one in their `leads_to`."""
        return tuple(self.by_slug[cause] for cause in self.causes.get(slug, ()))

    def all_causes(self, slug: str) -> frozenset[str]:
        """Everything that leads to it, directly or through others, itself not counted."""
        if slug not in self._known_causes:
            waiting, seen = [slug], {slug}
            while waiting:
                new = set(self.causes.get(waiting.pop(), ())) - seen
                seen |= new
                waiting += new
            self._known_causes[slug] = frozenset(seen - {slug})
        return self._known_causes[slug]

    def leads_on_to(self, slug: str) -> tuple[Entry, ...]:
        return tuple(self.by_slug[s] for s in self.by_slug[slug].front.leads_to if s in self.by_slug)

    def neighbours(self, slug: str) -> tuple[tuple[Entry, str], ...]:
        """Look-alikes of an entry with the check that separates them, in the reader's language, whichever names it."""
        own = {n.slug: self._named_in(n.words, slug, n.slug) for n in self.by_slug[slug].front.tell_apart}
        both = self._named_by(slug) | own
        return tuple(
            (self.by_slug[s], both[s]) for s in [*own, *(s for s in both if s not in own)] if s in self.by_slug
        )

    def _named_by(self, slug: str) -> dict[str, str]:
        """The entries that tell themselves apart from this one, each with its check."""
        entries = (self.by_slug[other] for other in self.look_alikes.get(slug, ()))
        own = [(entry.slug, n.words) for entry in entries for n in entry.front.tell_apart if n.slug == slug]
        return {other: self._named_in(words, other, slug) for other, words in own}

    def _named_in(self, words: str, this: str, that: str) -> str:
        """A sentence of tell_apart stands on the pages of both entries: both go by their names, in either place."""
        for mark, slug in ((THIS, this), (THAT, that)):
            if mark in words and slug in self.by_slug:
                entry = self.by_slug[slug]
                words = words.replace(mark, f"“{either(entry.title, entry.front.zh.title)}”")
        return words

    def guides_for(self, slug: str) -> tuple[Guide, ...]:
        return tuple(guide for guide in self.guides if slug in guide.failures)


def causes_in(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """Slug -> the entries that name it in their leads_to, in the order of `entries`."""
    return _named((entry.slug, slug) for entry in entries for slug in dict.fromkeys(entry.front.leads_to))


def look_alikes_in(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """Slug -> the entries that tell themselves apart from it, in the order of `entries`."""
    return _named((entry.slug, slug) for entry in entries for slug in {n.slug: n for n in entry.front.tell_apart})


def _named(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = defaultdict(list)
    for by, slug in pairs:
        named[slug].append(by)
    return named
