"""Entry + Entry + … -> Catalogue: frozen, in memory, asked by everything else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from kb.catalogue.entry import Entry, Guide
from kb.catalogue.loader import Area, Content


@dataclass(frozen=True)
class Catalogue:
    """All that the site knows. Entries come in the order of their areas, then by slug."""

    areas: tuple[Area, ...]
    entries: tuple[Entry, ...]
    guides: tuple[Guide, ...] = field(default=())

    @classmethod
    def of(cls, content: Content) -> Catalogue:
        order = {area.slug: n for n, area in enumerate(content.areas)}
        entries = sorted(content.entries, key=lambda e: (order.get(e.area, len(order)), e.slug))
        return cls(tuple(content.areas), tuple(entries), tuple(content.guides))

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def by_slug(self) -> dict[str, Entry]:
        return {entry.slug: entry for entry in self.entries}

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Former slug -> the slug of today."""
        return {alias: entry.slug for entry in self.entries for alias in entry.front.aliases}

    @cached_property
    def guide_by_slug(self) -> dict[str, Guide]:
        return {guide.slug: guide for guide in self.guides}

    def of_area(self, slug: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.area == slug)

    def area(self, slug: str) -> Area | None:
        return next((area for area in self.areas if area.slug == slug), None)

    @cached_property
    def _consequences(self) -> dict[str, frozenset[str]]:
        """Slug -> everything that follows from it, directly or through others; cycles are harmless here."""

        def walk(slug: str, seen: set[str]) -> set[str]:
            for following in self.by_slug[slug].front.leads_to if slug in self.by_slug else ():
                if following not in seen:
                    seen.add(following)
                    walk(following, seen)
            return seen

        return {entry.slug: frozenset(walk(entry.slug, set())) for entry in self.entries}

    def leads_to(self, cause: str, consequence: str) -> bool:
        """Whether `consequence` can follow from `cause`, through any number of steps."""
        return consequence in self._consequences.get(cause, ())

    def follows_from(self, slug: str) -> tuple[Entry, ...]:
        """The entries that name this one in their `leads_to`."""
        return tuple(entry for entry in self.entries if slug in entry.front.leads_to)

    def leads_on_to(self, slug: str) -> tuple[Entry, ...]:
        return tuple(self.by_slug[s] for s in self.by_slug[slug].front.leads_to if s in self.by_slug)

    def neighbours(self, slug: str) -> tuple[tuple[Entry, str], ...]:
        """Look-alikes of an entry with the check that separates them, whichever of the two names it."""
        own = {n.slug: n.check for n in self.by_slug[slug].front.tell_apart}
        both = self._named_by.get(slug, {}) | own
        return tuple(
            (self.by_slug[s], both[s]) for s in [*own, *(s for s in both if s not in own)] if s in self.by_slug
        )

    @cached_property
    def _named_by(self) -> dict[str, dict[str, str]]:
        """Slug -> the entries that tell themselves apart from it, each with its check."""
        named: dict[str, dict[str, str]] = defaultdict(dict)
        for entry in self.entries:
            for neighbour in entry.front.tell_apart:
                named[neighbour.slug][entry.slug] = neighbour.check
        return named

    def guides_for(self, slug: str) -> tuple[Guide, ...]:
        return tuple(guide for guide in self.guides if slug in guide.failures)
