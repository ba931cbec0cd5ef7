"""Answer -> what the result page shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.safestring import SafeString

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import CODE_BLOCK
from kb.catalogue.document import title_of
from kb.catalogue.versions import ForReader
from kb.diagnosis.answer import Answer
from kb.diagnosis.explain import Explanation
from kb.diagnosis.own_values import OwnValue, fix_of, own_values
from kb.diagnosis.reports.headline import SAY_SO
from kb.diagnosis.reports.markdown_report import in_order
from kb.language import gettext
from kb.markdown import render
from kb.matching.match import Match
from kb.pages.about.trust import of_public_reports
from kb.pages.answers.against import AgainstView, against_view
from kb.pages.answers.behind import BehindView, behind_view
from kb.pages.answers.carried import carried
from kb.pages.answers.feedback import Feedback, feedback
from kb.pages.answers.share import Share, share
from kb.pages.answers.unproved.differential import DifferentialView, differential_view
from kb.pages.answers.unproved.likely import LikelyView, headline, likely_view, tab
from kb.pages.answers.unproved.unknown import (
    Consequence,
    Unexplained,
    consequences,
    draft,
    frame_shown,
    other_errors,
    unexplained,
)
from kb.pages.frame import Card, Page
from kb.pages.pasted.cited import Cited, Pasted, StepView, step_view
from kb.pages.pasted.log_view import MOST_OPENED_IN_ALL, Lines, LogView, view
from kb.pages.pasted.marked import marked_lines
from kb.pages.pasted.near import card_of
from kb.pages.told import Told, told
from kb.pages.waiting.hang import HangView, hang_view
from kb.pages.waiting.left import LeftView, left_view
from kb.pages.waiting.standings import StandingsView, standings_view
from kb.pages.wording import confidence, lines, values
from kb.reading.tracebacks.own_frame import OwnFrame

# A line that every layer repeats proves no more the twelfth time: the rest is folded away.
MOST_PROOFS = 4
MOST_PROOFS_BESIDE = 2
MOST_GUESSES = 4
LEAST_GUESS = 0.005  # less would be shown as 0.00


@dataclass(frozen=True, slots=True)
class MatchView:
    """One candidate with the reason for it; `evidence` first, `more` folded away."""

    card: Card
    words: str
    score: str
    reason: Told
    evidence: tuple[Cited, ...]
    more: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class VersionView:
    """What the entry says of the reader's version of a package, or of other versions than the reader's."""

    package: str
    version: str
    specifier: str
    note: Told


@dataclass(frozen=True, slots=True)
class Explained:
    """Why an entry has its score and its place."""

    title: str
    score: str
    grounds: tuple[tuple[str, str, str], ...]
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPage(Page):
    best: MatchView | None
    # The answer's name in an address.
    slug: str
    # How often an answer that is proved was right for reports of strangers.
    public: str
    fix: SafeString
    # Commands of the fix whose work this page has done.
    done: SafeString
    values: tuple[OwnValue, ...]
    behind: BehindView | None
    hang: HangView | None
    left: LeftView | None
    standings: StandingsView | None
    chain: tuple[StepView, ...]
    unexplained: Unexplained | None
    also: tuple[MatchView, ...]
    others: tuple[MatchView, ...]
    guesses: tuple[MatchView, ...]
    against: AgainstView | None
    could_be: DifferentialView | None
    likely: LikelyView | None
    headline: str
    # Titles of what the reader has ruled out, the lines that it knows, and what only followed from that.
    left_out: str
    known_to_it: tuple[Cited, ...]
    followed: tuple[Consequence, ...]
    got_over: tuple[Consequence, ...]
    off_topic: bool
    # What to do where nothing failed.
    quiet: str
    # The headline is an exception of the reader's own code.
    is_own: bool
    error_lines: tuple[Cited, ...]
    logs: tuple[LogView, ...]
    unread: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    mine: tuple[VersionView, ...]
    elsewhere: tuple[VersionView, ...]
    size: str
    limits: str
    down: str
    masked: str
    draft: str
    own: OwnFrame | None
    share: Share | None
    feedback: Feedback | None
    explained: tuple[Explained, ...]


def result_page(
    answer: Answer, catalogue: Catalogue, explained: Sequence[Explanation] = (), ruled_out: Sequence[str] = ()
) -> ResultPage:
    """`ruled_out` are slugs of what the reader knows that it is not."""
    pasted, best = Pasted(tuple(name for name, _ in answer.pasted)), answer.best
    show = lambda matches: tuple(_match(match, pasted, catalogue, MOST_PROOFS_BESIDE) for match in matches)  # noqa: E731
    linked = {step.match.slug for step in answer.chain}
    also = [m for m in answer.matches[1:] if best and m.confident and m.slug not in linked]
    logs = tuple(_logs(answer, pasted))
    hidden = max(answer.masked, sum(log.masked for log in logs))
    likely = likely_view(answer, catalogue)
    told, fix = headline(answer, likely), fix_of(best) if best else ""
    done = bool(best and answer.hang and best.entry.front.fix_lists == "who-waits")
    sent_on = share(answer, told)
    return ResultPage(
        title=tab(answer, told),
        place="result",
        best=_match(best, pasted, catalogue) if best else None,
        slug=best.slug if best else "",
        public=of_public_reports(settings.CONTENT_DIR),
        fix=render(CODE_BLOCK.sub("", fix) if done else fix).html,
        done=render("\n".join(block[0] for block in CODE_BLOCK.finditer(fix))).html if done else SafeString(""),
        values=own_values(best) if best else (),
        behind=behind_view(answer.behind) if answer.behind else None,
        hang=hang_view(answer.hang, pasted.anchor) if answer.hang else None,
        left=left_view(answer.recorded, answer.counted, pasted.anchor),
        standings=standings_view(answer.standings, pasted.anchor) if answer.standings else None,
        chain=tuple(step_view(step, pasted) for step in answer.chain),
        unexplained=unexplained(answer, pasted),
        also=show(also),
        others=show(answer.others),
        guesses=() if best else show([match for match in _guesses(answer) if match.evidence][:MOST_GUESSES]),
        against=against_view(answer.against, pasted),
        could_be=_could_be(answer, catalogue),
        likely=likely,
        headline=told,
        off_topic=answer.off_topic and not answer.own_exception,
        quiet=gettext(SAY_SO) if answer.quiet and not answer.against else "",
        is_own=answer.own_exception is not None,
        error_lines=() if best else tuple(pasted.cited(line) for line in other_errors(answer)),
        logs=logs,
        unread=tuple((name or gettext("The pasted text"), why) for name, why in answer.unread),
        versions=answer.versions,
        mine=tuple(_note(item) for item in answer.version_notes if item.applies),
        elsewhere=tuple(_note(item) for item in answer.version_notes if not item.applies),
        size=lines(answer.line_count),
        limits=answer.limits,
        down=answer.first_said,
        masked=values(hidden) if hidden else "",
        draft=draft(answer) if _may_be_new(answer) else "",
        own=frame_shown(answer),
        carried=carried(answer.pasted, answer.pasted_good),
        evidence=sent_on.fragment if sent_on else "",
        ruled_out=tuple(ruled_out),
        left_out=", ".join(title_of(catalogue.by_slug[slug]) for slug in ruled_out),
        known_to_it=tuple(pasted.cited(match.evidence[0]) for match in answer.ruled_out),
        followed=consequences(answer.followed, pasted),
        got_over=consequences(answer.got_over, pasted),
        share=sent_on,
        feedback=feedback(answer),
        explained=tuple(map(_explained, explained)),
    )


def _may_be_new(answer: Answer) -> bool:
    """Whether what nothing proves may be a failure that wants an entry: not the reader's own error, nor small talk."""
    if answer.best or answer.own_exception or answer.finished or answer.quiet:
        return False
    return not answer.off_topic or answer.unexplained is not None


def _could_be(answer: Answer, catalogue: Catalogue) -> DifferentialView | None:
    """Of a text about something else, every guess would be noise; a fix is worth trying only after a check."""
    guessed = None if answer.off_topic else answer.differential
    view = differential_view(guessed, catalogue) if guessed else None
    return view and replace(view, likely=None)


def _match(match: Match, pasted: Pasted, catalogue: Catalogue, most: int = MOST_PROOFS) -> MatchView:
    best, more = match.evidence[:most], match.evidence[most:]
    return MatchView(
        card=card_of(match, catalogue),
        words=confidence(match.score),
        score=f"{match.score:.2f}",
        reason=told(match.reason),
        evidence=tuple(map(pasted.cited, in_order(best))),
        more=tuple(map(pasted.cited, in_order(more))),
    )


def _note(item: ForReader) -> VersionView:
    note = item.note
    return VersionView(note.package, item.version, note.specifier, told(note.words))


def _explained(explanation: Explanation) -> Explained:
    grounds = tuple((f"{ground.score:.2f}", gettext(ground.kind), ground.detail) for ground in explanation.grounds)
    match = explanation.match
    return Explained(title_of(match.entry), f"{match.score:.2f}", grounds, explanation.before)


def _logs(answer: Answer, pasted: Pasted) -> Iterable[LogView]:
    marks = marked_lines(answer, _guesses(answer)[:MOST_GUESSES])
    cited = [*(answer.best.evidence[:1] if answer.best else ()), *filter(None, [answer.unexplained])]
    first = cited[0].file if cited else ""  # the file that tells what it was stands first
    for name, text in sorted(answer.pasted, key=lambda log: log[0] != first):
        own = marks.get(name, {})
        if own or len(answer.pasted) == 1:
            yield view(Lines(text), own, name, pasted.number(name), MOST_OPENED_IN_ALL // len(answer.pasted))


def _guesses(answer: Answer) -> list[Match]:
    """What only followed is named beside its cause already."""
    followed, told = {match.slug for match in answer.followed}, {match.slug for match in answer.told_by_tables}
    guesses = [match for match in answer.guesses if match.score >= LEAST_GUESS or match.slug in told]
    return [match for match in guesses if match.slug not in followed]
