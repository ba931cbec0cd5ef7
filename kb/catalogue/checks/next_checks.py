"""Rules about the checks that tell failures apart: what the differential asks next has to separate something."""

from __future__ import annotations

from collections.abc import Iterator

from kb.catalogue.checks.limits import FENCED, body_defects
from kb.catalogue.checks.names import LONGEST_SLUG, SLUG
from kb.catalogue.checks.unwritten import CHINESE
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.check import COULD_NOT, Check, Outcome, named

LISTS = ("proves", "speaks_for", "speaks_against", "excludes")
# One outcome is told from another only where there are two.
FEWEST_OUTCOMES = 2
# Beyond these nobody reads them at 3 a.m.: an outcome is a button, a title a question, a command one line to copy.
MOST_OUTCOMES = 10
MOST_NAMED = 60
MOST_MINUTES = 120
MOST_WORDS = 150
LONGEST = {"title": 100, "run": 400, "zh.title": 60, "zh.how": 240}
LONGEST_OUTCOME = {"en": 160, "zh": 100}


def check_slugs_are_well_formed(content: Content) -> Iterator[Problem]:
    """They stand in addresses and on the command line: `--answer check=outcome`."""
    for check in content.checks:
        if not _is_slug(check.slug):
            yield Problem(check.path, 1, f"slug {check.slug!r} {_SLUG_FORM}")
        seen: set[str] = set()
        for n, outcome in enumerate(check.front.outcomes):
            if not _is_slug(outcome.slug):
                yield _problem(content, check, n, f"slug {outcome.slug!r} {_SLUG_FORM}", "slug")
            if outcome.slug in seen:
                yield _problem(content, check, n, f"outcome {outcome.slug!r} is here twice: call one otherwise", "slug")
            seen.add(outcome.slug)


_SLUG_FORM = f"must be lower-case words joined by hyphens, {LONGEST_SLUG} characters at most"


def _is_slug(slug: str) -> bool:
    return bool(SLUG.fullmatch(slug)) and len(slug) <= LONGEST_SLUG


def checks_can_be_passed_over(content: Content) -> Iterator[Problem]:
    """Whoever cannot do a check says so, and nothing follows from that."""
    for check in content.checks:
        passed = [n for n, outcome in enumerate(check.front.outcomes) if outcome.slug == COULD_NOT]
        if not passed:
            message = f"no outcome {COULD_NOT!r}: add one for whoever cannot do it now"
            yield content.problem(check.path, message, "outcomes")
        for n in passed:
            if named(check.front.outcomes[n]):
                yield _problem(content, check, n, f"{COULD_NOT!r} says nothing of any failure: take its lists out")


def outcomes_separate(content: Content) -> Iterator[Problem]:
    """Each outcome says something, and something else than the others."""
    for check in content.checks:
        if len(check.outcomes) < FEWEST_OUTCOMES:
            message = f"fewer than {FEWEST_OUTCOMES} outcomes besides {COULD_NOT!r}: it can tell nothing apart"
            yield content.problem(check.path, message, "outcomes")
        told: dict[tuple, str] = {}
        for n, outcome in enumerate(check.front.outcomes):
            if outcome.slug == COULD_NOT:
                continue
            if not named(outcome):
                yield _problem(content, check, n, f"outcome {outcome.slug!r} says nothing of any failure")
            elif (other := told.setdefault(_said(outcome), outcome.slug)) != outcome.slug:
                message = f"outcomes {other!r} and {outcome.slug!r} say the same: make one of them"
                yield _problem(content, check, n, message)


def _said(outcome: Outcome) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(getattr(outcome, name)) for name in LISTS)


def named_failures_exist(content: Content) -> Iterator[Problem]:
    known = {entry.slug for entry in content.entries} | content.unread
    for check in content.checks:
        for n, name, m, slug in _named(check):
            if slug not in known:
                message = f"{name} names {slug!r}, which is no entry: write it first or take it out"
                yield _problem(content, check, n, message, name, m)


def failures_stand_in_one_list(content: Content) -> Iterator[Problem]:
    """An outcome cannot both prove a failure and speak against it; the first list would silently win."""
    for check in content.checks:
        places: dict[tuple[int, str], str] = {}
        for n, name, m, slug in _named(check):
            if (n, slug) in places:
                message = f"{slug!r} stands in {places[n, slug]} and in {name} of one outcome: decide for one"
                yield _problem(content, check, n, message, name, m)
            places.setdefault((n, slug), name)


def _named(check: Check) -> Iterator[tuple[int, str, int, str]]:
    """Every failure that the check names: position of the outcome, list, position in it, slug."""
    for n, outcome in enumerate(check.front.outcomes):
        for name in LISTS:
            for m, slug in enumerate(getattr(outcome, name)):
                yield n, name, m, slug


def checks_are_in_chinese_too(content: Content) -> Iterator[Problem]:
    for check in content.checks:
        for key in ("title", "how"):
            if not CHINESE.search(getattr(check.front.zh, key)):
                message = f"zh.{key} has no Chinese character: write it in Chinese"
                yield content.problem(check.path, message, "zh", key)
        for n, outcome in enumerate(check.front.outcomes):
            if not CHINESE.search(outcome.zh):
                message = f"outcome {outcome.slug!r} has no Chinese character in zh: write it in Chinese"
                yield _problem(content, check, n, message, "zh")


def checks_are_short(content: Content) -> Iterator[Problem]:
    for check in content.checks:
        front = check.front
        if front.minutes > MOST_MINUTES:
            message = f"{front.minutes} minutes, but at most {MOST_MINUTES}: ask something cheaper"
            yield content.problem(check.path, message, "minutes")
        if len(front.outcomes) > MOST_OUTCOMES:
            message = f"{len(front.outcomes)} outcomes, but at most {MOST_OUTCOMES} are allowed: make two checks of it"
            yield content.problem(check.path, message, "outcomes")
        texts = {"title": front.title, "run": front.run, "zh.title": front.zh.title, "zh.how": front.zh.how}
        for name, text in texts.items():
            if message := _too_long(name, text, LONGEST[name]):
                yield content.problem(check.path, message, *name.split("."))
        for n, outcome in enumerate(front.outcomes):
            yield from _long_outcome(content, check, n, outcome)


def _long_outcome(content: Content, check: Check, n: int, outcome: Outcome) -> Iterator[Problem]:
    for key, longest in LONGEST_OUTCOME.items():
        if message := _too_long(key, getattr(outcome, key), longest):
            yield _problem(content, check, n, message, key)
    if (count := len(named(outcome))) > MOST_NAMED:
        yield _problem(content, check, n, f"{count} failures named, but at most {MOST_NAMED} are allowed")


def _too_long(name: str, text: str, longest: int) -> str:
    if len(text) <= longest:
        return ""
    return f"{name} has {len(text)} characters, but at most {longest} are allowed: say it in fewer words"


def instructions_are_short(content: Content) -> Iterator[Problem]:
    for check in content.checks:
        if not check.markdown:
            yield Problem(check.path, 1, "nothing below the front matter: say how to do it and how to read it")
        words = len(FENCED.sub(" ", check.markdown).split())
        if words > MOST_WORDS:
            message = f"{words} words outside code, but at most {MOST_WORDS} are allowed"
            yield Problem(check.path, 1, f"{message}: what is longer belongs to an entry or a guide")
        if check.front.run and f"```bash\n{check.front.run}\n" in check.markdown:
            yield Problem(check.path, 1, "the text repeats `run`, which stands above it: leave it out there")
        for message in body_defects(check.markdown):
            yield Problem(check.path, 1, f"the text {message}")


def _problem(content: Content, check: Check, outcome: int, message: str, *keys: str | int) -> Problem:
    return content.problem(check.path, message, "outcomes", outcome, *keys)
