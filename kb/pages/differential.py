"""A differential and its next check -> what their pages show."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.check import Check, Outcome
from kb.diagnosis.differential.differential import Candidate, Differential
from kb.language import address, either, gettext, in_chinese, marked
from kb.markdown import render
from kb.pages.frame import Page, title_of, twin
from kb.pages.wording import met

MOST_SHOWN = 6
NEEDS = {
    "running-job": marked("the job still running"),
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
    """Candidates, what was answered (with the address that takes it back), and what to do next."""

    candidates: tuple[CandidateView, ...]
    more: tuple[CandidateView, ...]
    answered: tuple[OutcomeView, ...]
    asked: CheckView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentialPage(Page):
    view: DifferentialView
    error: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What an outcome says of failures: (how, titles and addresses)."""

    words: str
    says: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPage(Page):
    check: CheckView
    outcomes: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksPage(Page):
    checks: tuple[CheckView, ...]


def differential_view(found: Differential, catalogue: Catalogue) -> DifferentialView | None:
    """None where there is nothing to choose from."""
    if len(found.candidates) < 2:
        return None
    views = tuple(_candidate(candidate, catalogue) for candidate in found.candidates)
    given = [(one.check.slug, one.outcome.slug) for one in found.answered]
    taken_back = tuple(
        OutcomeView(
            f"{_title(one.check)} {_words(one.outcome)}",
            _address(found, [pair for pair in given if pair[0] != one.check.slug]),
        )
        for one in found.answered
    )
    asked = _asked(found, given) if found.asked else None
    return DifferentialView(views[:MOST_SHOWN], views[MOST_SHOWN:], taken_back, asked)


def differential_page(found: Differential, catalogue: Catalogue, error: str = "") -> DifferentialPage:
    view = differential_view(found, catalogue) or DifferentialView((), (), (), None)
    description = gettext("What it could be, and the check that tells most.")
    title = gettext("Narrowing it down")
    return DifferentialPage(title=title, description=description, place="result", view=view, error=error)


def check_page(check: Check, catalogue: Catalogue) -> CheckPage:
    said = tuple(_said(outcome, catalogue) for outcome in check.outcomes)
    title = _title(check)
    return CheckPage(
        title=title,
        description=gettext("{title} A check that tells failures of multi-GPU training apart.").format(title=title),
        path=check.url,
        document=twin(check.url, "md"),
        place="checks",
        check=check_view(check),
        outcomes=said,
    )


def checks_page(catalogue: Catalogue) -> ChecksPage:
    description = gettext("One-minute checks that tell failures of multi-GPU training apart.")
    checks = tuple(map(check_view, catalogue.checks))
    return ChecksPage(title=gettext("Checks"), place="checks", path="/checks/", description=description, checks=checks)


def check_view(check: Check, outcomes: tuple[OutcomeView, ...] = ()) -> CheckView:
    front = check.front
    needs = tuple(gettext(NEEDS[name]) for name in front.needs)
    how = render(front.zh.how if in_chinese() else check.markdown).html
    return CheckView(_title(check), address(check.url), front.run, front.minutes, needs, how, outcomes)


def _title(check: Check) -> str:
    return either(check.front.title, check.front.zh.title)


def _words(outcome: Outcome) -> str:
    return either(outcome.en, outcome.zh)


def _candidate(candidate: Candidate, catalogue: Catalogue) -> CandidateView:
    share = round(100 * candidate.share)
    entry = candidate.entry
    if entry is None:
        return CandidateView(gettext("None of these"), "", gettext("A failure that no entry knows yet."), share, "")
    often = met(entry.slug, catalogue.census)
    summary = either(entry.front.summary, entry.front.zh.summary)
    return CandidateView(title_of(entry), address(entry.url), summary, share, often)


def _asked(found: Differential, given: list[tuple[str, str]]) -> CheckView:
    check = found.asked.check
    buttons = tuple(
        OutcomeView(_words(outcome), _address(found, [*given, (check.slug, outcome.slug)]))
        for outcome in check.front.outcomes
    )
    return check_view(check, buttons)


def _address(found: Differential, answers: list[tuple[str, str]]) -> str:
    """Everything that the next page needs, so that the server keeps nothing and no log is sent twice."""
    pairs = [("c", item) for item in found.state] + [("a", "~".join(answer)) for answer in answers]
    return address(f"/differential/?{urlencode(pairs)}")


def _said(outcome: Outcome, catalogue: Catalogue) -> Said:
    ways = (
        (gettext("proves"), outcome.proves),
        (gettext("speaks for"), outcome.speaks_for),
        (gettext("speaks against"), outcome.speaks_against),
        (gettext("rules out"), outcome.excludes),
    )
    named = tuple(
        (how, tuple((title_of(catalogue.by_slug[slug]), address(catalogue.by_slug[slug].url)) for slug in slugs))
        for how, slugs in ways
        if slugs
    )
    return Said(_words(outcome), named)
