"""Answer -> the issue that says it was wrong, or that an entry is missing: shown in full before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.markdown_report import cited, fenced, told_lines
from kb.pages.repository import LONGEST_BODY, issue_url

WRONG = """\
Rank Down said: {slug} (score {score}).
What it really was:

The lines that it took for proof:
{lines}
{versions}"""
MISSING = """\
Rank Down knows no entry for this.
What it was, and what fixed it:

The lines that look like the error:
{lines}
{versions}"""


@dataclass(frozen=True, slots=True)
class Feedback:
    """`body` is what the issue will say, `address` opens it filled in; `wrong` where an answer was given."""

    wrong: bool
    body: str
    address: str


def feedback(answer: Answer) -> Feedback | None:
    """None without a repository, or without a line to show. The answer must be masked already."""
    lines = told_lines(answer)
    if not (settings.REPO and lines):
        return None
    best = answer.best
    named = ", ".join(f"{package} {version}" for package, version in answer.versions)
    told = {"lines": fenced(_cut(cited(lines))), "versions": f"\nVersions in the log: {named}\n" if named else ""}
    body = WRONG.format(slug=best.slug, score=f"{best.score:.2f}", **told) if best else MISSING.format(**told)
    title = f"Wrong answer: {best.slug}" if best else "Missing failure"
    return Feedback(best is not None, body, issue_url(title, body))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_BODY else f"{text[:LONGEST_BODY]}…"
