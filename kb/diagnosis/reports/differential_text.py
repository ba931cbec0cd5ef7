"""Differential -> text for a terminal: what it could be, and the check that would tell most."""

from __future__ import annotations

from rich.text import Text

from kb.catalogue.check import Check
from kb.catalogue.digest import where
from kb.diagnosis.differential.differential import Candidate, Differential
from kb.language import either, gettext

MOST_GUESSES_SHOWN = 5


def could_be(found: Differential | None, site_url: str) -> list:
    """Candidates with their shares, what was answered, and the next check with the words to answer it."""
    if found is None or len(found.candidates) < 2:
        return []
    rows = [f"  {c.share:4.0%}  {_candidate(c, site_url)}" for c in found.candidates[: MOST_GUESSES_SHOWN + 1]]
    told = [f"  {_question(one.check)} {either(one.outcome.en, one.outcome.zh)}" for one in found.answered]
    parts = [*heading(gettext("What it could be, by words and by how often it is met")), *map(Text, rows)]
    parts += [*heading(gettext("What you found out")), *map(Text, told)] if told else []
    return parts + (_next(found.asked.check, site_url) if found.asked else [])


def _next(check: Check, site_url: str) -> list:
    front = check.front
    lines = [f"  {front.run}"] if front.run else []
    lines += [f"  --answer {check.slug}={o.slug}   {either(o.en, o.zh)}" for o in front.outcomes]
    if "restart" in front.needs:
        head = gettext("Check next ({minutes} min, ends the evidence: collect first): {check}")
    else:
        head = gettext("Check next ({minutes} min): {check}")
    how = gettext("How: {url}").format(url=where(check, site_url))
    head = head.format(minutes=front.minutes, check=_question(check))
    return [*heading(head), *map(Text, lines), Text(f"  {how}", "underline")]


def _candidate(candidate: Candidate, site_url: str) -> str:
    entry = candidate.entry
    if entry is None:
        return gettext("none of these")
    return f"{either(entry.title, entry.front.zh.title)}  {where(entry, site_url)}"


def _question(check: Check) -> str:
    return either(check.front.title, check.front.zh.title)


def heading(text: str) -> list:
    """A line of its own, with air above."""
    return [Text(f"\n{text}", "bold")]
