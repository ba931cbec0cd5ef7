"""A text -> what it says of when and how the job failed, by the words of content/situations.yaml."""

from __future__ import annotations

from collections.abc import Mapping

from kb.catalogue.census import Situation

# A description is short; of a long log its first lines and its errors are looked at.
MOST_LOOKED_AT = 20_000


def signs_in(text: str, situations: Mapping[str, Situation]) -> frozenset[str]:
    """The names of the situations that the text speaks of."""
    low = text[:MOST_LOOKED_AT].lower()
    return frozenset(
        name for name, situation in situations.items() if any(word in low for word in (*situation.en, *situation.zh))
    )
