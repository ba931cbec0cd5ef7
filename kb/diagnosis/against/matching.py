"""The logs of a failed job and of a good one -> the answer to the first, with what the second says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.diagnosis.against.compare import compared
from kb.diagnosis.against.difference import Difference
from kb.diagnosis.against.said import Run
from kb.diagnosis.against.shapes import Shapes
from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.matching.match import Evidence, Match
from kb.reading.text.decoding import Content

Files = Sequence[tuple[str, Content]]


class Good:
    """A run that went well, read once: what it says, and what it would be answered with; `keep` as for a match."""

    def __init__(self, files: Files, matcher: Matcher, keep: bool = False):
        self.shapes = Shapes()
        self.run = Run(self.shapes)
        self.answer = matcher.match(files, keep, self.run.add)


def match_against(files: Files, good: Good, matcher: Matcher, keep: bool = False) -> Answer:
    """The answer to `files`, with `against`; its evidence that the good run has too is marked, no score is changed."""
    failed = Run(good.shapes)
    answer = replace(matcher.match(files, keep, failed.add, is_usual=good.run.says), pasted_good=good.answer.pasted)
    if answer.notice:
        return answer
    told = compared(failed, good.run) if not good.answer.notice else Difference(notice=good.answer.notice)
    known = {(match.slug, item.signature): item for match in good.answer.matches for item in reversed(match.evidence)}
    return replace(
        answer,
        against=told,
        # The same lines may stand in both.
        masked=max(answer.masked, told.masked),
        matches=tuple(_marked(match, known) for match in answer.matches),
        chain=tuple(replace(step, match=_marked(step.match, known)) for step in answer.chain),
    )


def _marked(match: Match, known: Mapping[tuple[str, str], Evidence]) -> Match:
    evidence = (_also(item, known.get((match.slug, item.signature))) for item in match.evidence)
    return replace(match, evidence=tuple(evidence))


def _also(item: Evidence, there: Evidence | None) -> Evidence:
    return replace(item, also=(there.file, there.line)) if there else item
