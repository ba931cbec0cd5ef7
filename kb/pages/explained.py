"""Why an entry has its score and its place -> what the page shows of that."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.document import title_of
from kb.diagnosis.explain import Explanation
from kb.language import gettext


@dataclass(frozen=True, slots=True)
class Explained:
    """Why an entry has its score and its place."""

    title: str
    score: str
    grounds: tuple[tuple[str, str, str], ...]
    before: str


def explained_view(explanation: Explanation) -> Explained:
    grounds = tuple((f"{ground.score:.2f}", gettext(ground.kind), ground.detail) for ground in explanation.grounds)
    match = explanation.match
    return Explained(title_of(match.entry), f"{match.score:.2f}", grounds, explanation.before)
