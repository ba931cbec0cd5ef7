"""CONTRIBUTING.md -> its page; what it links to lies in the repository."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from kb.language import gettext
from kb.markdown import Html, render
from kb.pages.frame import Page
from kb.pages.repository import BRANCH

FILE = "CONTRIBUTING.md"
TITLE = re.compile(r"\A# .+\n+")
RELATIVE = re.compile(r"\[(?P<text>[^\]\n]{1,200})\]\((?!https?:|/|#)(?P<path>[^)\n]{1,200})\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributingPage(Page):
    body: Html
    repository: str = ""


def contributing_page(folder: Path) -> ContributingPage:
    """`folder` is where the file lies. A link into the repository is only its text where no repository is known."""
    text = (folder / FILE).read_text(encoding="utf-8")
    return ContributingPage(
        title=gettext("Contributing an entry"),
        description=gettext("How to add a failure that you have met: one folder, checked, sent as a pull request."),
        path="/contributing/",
        place="contributing",
        body=render(RELATIVE.sub(_in_repository, TITLE.sub("", text))),
        repository=settings.REPO,
    )


def _in_repository(link: re.Match) -> str:
    if not settings.REPO:
        return link["text"]
    return f"[{link['text']}]({settings.REPO}/blob/{BRANCH}/{link['path']})"
