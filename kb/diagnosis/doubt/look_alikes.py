"""What the answer is mistaken for, and what can lead to it: for a reader who sees that it does not fit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import nlargest

from kb.language import gettext
from kb.matching.finder import Finder
from kb.matching.match import Match

MOST_OTHERS = 5
# A look-alike of which a line of the log speaks counts so much more than its words.
HINTED = 1.5


def look_alikes(matches: Sequence[Match], query: str, finder: Finder, ruled_out: Collection[str]) -> tuple[Match, ...]:
    """Of the first match, if it is sure: what was behind such reports before, then by their words.

    Of 55 reports for which another failure was proved, 34 have the right one among these five by their words alone.
    """
    if not matches or not matches[0].confident:
        return ()
    catalogue = finder.catalogue
    sure, hinted = ({m.slug for m in matches if m.confident is known} for known in (True, False))
    was = catalogue.was_behind(matches[0].slug)
    told = dict.fromkeys(was, gettext("It was behind such a report before."))
    told |= {entry.slug: gettext("It can be what led to this.") for entry in catalogue.follows_from(matches[0].slug)}
    told |= {entry.slug: check for entry, check in catalogue.neighbours(matches[0].slug)}
    near = told.keys() - sure - set(ruled_out)
    found = finder.words.scores_of(query, near)
    likely = {slug: found.get(slug, 0.0) * (HINTED if slug in hinted else 1.0) for slug in near}
    best = nlargest(MOST_OTHERS, near, key=lambda slug: (was.get(slug, 0), likely[slug], slug))
    return tuple(Match(catalogue.by_slug[slug], 0.0, (), told[slug]) for slug in best)
