"""What a check has printed -> what the page says: the outcome with its line, a contradiction, or what would tell."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.differential.outcomes import Output, Seen
from kb.diagnosis.reports.differential_text import place_of, would_show
from kb.language import either


@dataclass(frozen=True, slots=True)
class SeenView:
    """An outcome, and the line of the output that shows it."""

    words: str
    place: str
    text: str
    fact: str


@dataclass(frozen=True, slots=True)
class OutputView:
    """`would` has outcomes with what would show each, where the output shows none."""

    check: str
    sentence: str
    seen: tuple[SeenView, ...]
    would: tuple[tuple[str, tuple[str, ...]], ...]


def output_view(output: Output) -> OutputView:
    title = either(output.check.front.title, output.check.front.zh.title)
    return OutputView(title, output.sentence, tuple(map(_seen, output.seen)), tuple(would_show(output)))


def _seen(seen: Seen) -> SeenView:
    words = either(seen.outcome.en, seen.outcome.zh)
    return SeenView(words, place_of(seen), seen.text, seen.fact.sentence if seen.fact else "")
