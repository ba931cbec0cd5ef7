"""Checks -> their list, by what the job does, and the page of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import title_of
from kb.catalogue.schema.check import Check, Outcome
from kb.language import address, gettext
from kb.pages.answers.unproved.differential import CheckView, check_view, title_of_check, words_of
from kb.pages.frame import Page, twin
from kb.pages.wording import KINDS, Words

# In the order of a tired reader's night; the kinds are those of the entries that a check tells apart.
ORDER = ("hang", "error", "slow", "silent", "harmless")


@dataclass(frozen=True, slots=True)
class Said:
    """What an outcome says of failures: (how, titles and addresses), and what in the check's output shows it."""

    words: str
    shown_by: tuple[str, ...]
    says: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPage(Page):
    check: CheckView
    outcomes: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksPage(Page):
    groups: tuple[tuple[Words, tuple[CheckView, ...]], ...]


def checks_page(catalogue: Catalogue) -> ChecksPage:
    description = gettext("One-minute checks that tell failures of multi-GPU training apart.")
    groups = tuple(_groups(catalogue))
    return ChecksPage(title=gettext("Checks"), place="checks", path="/checks/", description=description, groups=groups)


def _groups(catalogue: Catalogue) -> Iterator[tuple[Words, tuple[CheckView, ...]]]:
    """By the commonest kind of the failures that a check tells apart; what tells most of them apart comes first."""
    kinds = {check.slug: _kind(check, catalogue) for check in catalogue.checks}
    for kind in ORDER:
        own = [check for check in catalogue.checks if kinds[check.slug] == kind]
        if own:
            yield KINDS[kind], tuple(map(check_view, sorted(own, key=lambda check: -len(check.slugs))))


def _kind(check: Check, catalogue: Catalogue) -> str:
    found = Counter(catalogue.by_slug[slug].front.kind for slug in sorted(check.slugs))
    return max(ORDER, key=lambda kind: found[kind])


def check_page(check: Check, catalogue: Catalogue) -> CheckPage:
    title = title_of_check(check)
    return CheckPage(
        title=title,
        description=gettext("{title} A check that tells failures of multi-GPU training apart.").format(title=title),
        path=check.url,
        document=twin(check.url, "md"),
        place="checks",
        check=check_view(check),
        outcomes=tuple(_said(outcome, catalogue) for outcome in check.outcomes),
    )


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
    return Said(words_of(outcome), tuple(sign.plain for sign in outcome.shown_by), named)
