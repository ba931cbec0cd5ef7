"""A differential and its next check -> what their pages show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.conf import settings
from django.utils.safestring import SafeString

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import title_of
from kb.catalogue.schema.check import Check, Outcome
from kb.diagnosis.differential.differential import Answered, Candidate, Differential
from kb.diagnosis.differential.outcomes import Output
from kb.diagnosis.reports.differential_text import read_at, readable
from kb.diagnosis.reports.markdown_report import narrowed_as_markdown
from kb.language import address, either, gettext, in_chinese, marked
from kb.markdown import render
from kb.pages.answers.output import OutputView, output_view
from kb.pages.answers.unproved.likely import LikelyView, likely_of
from kb.pages.frame import Page
from kb.pages.wording import met

MOST_SHOWN = 6
# Candidates below this are folded away; from the other on the fix is shown, so that nobody has to go on asking.
LEAST_OPEN, ENOUGH = 5, 0.8
# Of a check whose output shows fewer outcomes than these, most of what is pasted would show none.
LEAST_READABLE = 2
NEEDS = {
    "running-job": marked("the job still running"),
    "frozen-job": marked("the hung job"),
    "ended-job": marked("the job's end"),
    "restart": marked("a restart, which ends the evidence: collect first"),
    "root": marked("root"),
    "second-node": marked("a second node"),
}


@dataclass(frozen=True, slots=True)
class CandidateView:
    """One failure with its share in per cent; `url` is empty for "none of these"."""

    title: str
    url: str
    summary: str
    share: int
    met: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """A button: what the reader saw, and the address that knows it."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class AnsweredView:
    """What is known, and the address that takes it back; `read` says where in the paste it stands, `text` is that."""

    words: str
    url: str
    read: str = ""
    text: str = ""
    fact: str = ""


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check with a button for each of its outcomes; without `outcomes` where it stands by itself."""

    title: str
    url: str
    run: str
    minutes: int
    needs: tuple[str, ...]
    body: SafeString
    outcomes: tuple[OutcomeView, ...]


@dataclass(frozen=True, slots=True)
class DifferentialView:
    """Candidates, what was answered (with the address that takes it back), and what to do next.

    `carried` are the fields of the form in which the check's output is pasted; none where hardly anything could show
    itself. `likely` is the first candidate where it is likely enough to act on.
    """

    candidates: tuple[CandidateView, ...]
    more: tuple[CandidateView, ...]
    answered: tuple[AnsweredView, ...]
    asked: CheckView | None
    carried: tuple[tuple[str, str], ...] = ()
    likely: LikelyView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentialPage(Page):
    view: DifferentialView
    # For a chat, with what was answered; empty where there is nothing to choose from.
    message: str = ""
    output: OutputView | None = None
    error: str = ""


def differential_view(found: Differential, catalogue: Catalogue) -> DifferentialView | None:
    """None where there is nothing to choose from."""
    if len(found.candidates) < 2:
        return None
    views = tuple(_candidate(candidate, catalogue) for candidate in found.candidates)
    open_ones = max(2, sum(view.share >= LEAST_OPEN for view in views[:MOST_SHOWN]))
    known = tuple(_answered(one, found) for one in found.answered)
    asked = _asked(found) if found.asked else None
    fields = _fields(found) if found.asked else ()
    return DifferentialView(
        views[:open_ones], views[open_ones:], known, asked, fields, likely_of(found, ENOUGH, catalogue)
    )


def differential_page(
    found: Differential, output: Output | None, catalogue: Catalogue, error: str = ""
) -> DifferentialPage:
    """`output` is what a check has printed, where the reader pasted that."""
    return DifferentialPage(
        title=gettext("Narrowing it down"),
        description=gettext("What it could be, and the check that tells most."),
        place="result",
        view=differential_view(found, catalogue) or DifferentialView((), (), (), None),
        message=_message(found) if len(found.candidates) > 1 else "",
        output=output_view(output) if output else None,
        error=error,
    )


def _message(found: Differential) -> str:
    return narrowed_as_markdown(found, settings.SITE_URL, f"{settings.SITE_URL}{_address(found)}")


def check_view(check: Check, outcomes: tuple[OutcomeView, ...] = ()) -> CheckView:
    front = check.front
    needs = tuple(gettext(NEEDS[name]) for name in front.needs)
    how = render(front.zh.how if in_chinese() else check.markdown).html
    return CheckView(title_of_check(check), address(check.url), front.run, front.minutes, needs, how, outcomes)


def title_of_check(check: Check) -> str:
    return either(check.front.title, check.front.zh.title)


def words_of(outcome: Outcome) -> str:
    return either(outcome.en, outcome.zh)


def _candidate(candidate: Candidate, catalogue: Catalogue) -> CandidateView:
    share = round(100 * candidate.share)
    entry = candidate.entry
    if entry is None:
        return CandidateView(gettext("None of these"), "", gettext("A failure that no entry knows yet."), share, "")
    often = met(entry.slug, catalogue.census)
    summary = either(entry.front.summary, entry.front.zh.summary)
    return CandidateView(title_of(entry), address(entry.url), summary, share, often)


def _answered(one: Answered, found: Differential) -> AnsweredView:
    others = tuple(other for other in found.answered if other is not one)
    fact = one.fact.sentence if one.fact else ""
    where = read_at(one) if one.line else ""
    where = where if one.text or fact else where.rstrip(":：")  # its text does not travel to later pages
    words = f"{title_of_check(one.check)} {words_of(one.outcome)}"
    return AnsweredView(words, _address(replace(found, answered=others)), where, one.text, fact)


def _asked(found: Differential) -> CheckView:
    check = found.asked.check
    buttons = tuple(
        OutcomeView(words_of(outcome), _address(replace(found, answered=(*found.answered, Answered(check, outcome)))))
        for outcome in check.front.outcomes
    )
    return check_view(check, buttons)


def _fields(found: Differential) -> tuple[tuple[str, str], ...]:
    check = found.asked.check
    return (*_carried(found), ("check", check.slug)) if len(readable(check)) >= LEAST_READABLE else ()


def _carried(found: Differential) -> list[tuple[str, str]]:
    """Everything that the next page needs, so that the server keeps nothing and no log is sent twice."""
    given = [f"{one.check.slug}~{one.outcome.slug}" for one in found.answered if not one.line]
    return [("c", item) for item in found.state] + [("a", answer) for answer in given]


def _address(found: Differential) -> str:
    return address(f"/differential/?{urlencode(_carried(found))}")
