"""Addresses in the repository that this site is made from: to edit a page, to see its history, to open an issue.

They have GitHub's form, which Gitea and Forgejo share but for `edit`. Without RANKDOWN_REPO there are none.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings

BRANCH = "main"
# Servers refuse longer addresses.
LONGEST_BODY = 4_000


def edit_url(path: Path) -> str:
    """Where a content file is edited; empty without a repository."""
    return f"{settings.REPO}/edit/{BRANCH}/{_within(path)}" if settings.REPO else ""


def history_url(path: Path) -> str:
    return f"{settings.REPO}/commits/{BRANCH}/{_within(path)}" if settings.REPO else ""


def issue_url(title: str, body: str) -> str:
    """A new issue, filled in; nothing is sent before its reader presses the button there."""
    return f"{settings.REPO}/issues/new?{urlencode({'title': title, 'body': body})}" if settings.REPO else ""


def _within(path: Path) -> str:
    """content/<area>/<slug>/entry.md, wherever the content folder lies on this machine."""
    return f"content/{path.relative_to(settings.CONTENT_DIR).as_posix()}"
