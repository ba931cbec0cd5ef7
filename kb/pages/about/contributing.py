"""CONTRIBUTING.md, or what it says in Chinese -> its page; what it links to lies in the repository."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings

from kb.language import either, gettext
from kb.markdown import Html, render
from kb.pages.frame import Page
from kb.pages.repository import BRANCH

# Where they lie in the repository.
ENGLISH, CHINESE = "CONTRIBUTING.md", "docs/CONTRIBUTING.zh.md"
TITLE = re.compile(r"\A# .+\n+")
RELATIVE = re.compile(r"\[(?P<text>[^\]\n]{1,200})\]\((?!https?:|/|#)(?P<path>[^)\n]{1,200})\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributingPage(Page):
    body: Html
    repository: str = ""


def contributing_page(folder: Path) -> ContributingPage:
    """`folder` is the repository. A link into it is only its text where nobody knows its address."""
    file = either(ENGLISH, CHINESE)
    text = TITLE.sub("", (folder / file).read_text(encoding="utf-8"))
    return ContributingPage(
        title=gettext("Contributing an entry"),
        description=gettext("How to add a failure that you have met: one folder, checked, sent as a pull request."),
        path="/contributing/",
        place="contributing",
        body=render(RELATIVE.sub(partial(_in_repository, dirname(file)), text)),
        repository=settings.REPO,
    )


def _in_repository(folder: str, link: re.Match) -> str:
    """A link as it stands in a file of `folder`."""
    if not settings.REPO:
        return link["text"]
    return f"[{link['text']}]({settings.REPO}/blob/{BRANCH}/{normpath(join(folder, link['path']))})"
