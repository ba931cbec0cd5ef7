"""Addresses in the repository that this site is made from: to edit a page, to see its history, to open an issue.

They have GitHub's form, which Gitea and Forgejo share but for `edit`. Without RANKDOWN_REPO there are none.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings

from kb.catalogue.loading.content import ENTRY_FILE
from kb.catalogue.schema.entry import Entry

BRANCH = "main"
# Servers refuse longer addresses.
LONGEST_BODY = 4_000


def edit_url(entry: Entry) -> str:
    """Where an entry's file is edited; empty without a repository."""
    return f"{settings.REPO}/edit/{BRANCH}/{_within(entry)}" if settings.REPO else ""


def history_url(entry: Entry) -> str:
    return f"{settings.REPO}/commits/{BRANCH}/{_within(entry)}" if settings.REPO else ""


def issue_url(title: str, body: str) -> str:
    """A new issue, filled in; nothing is sent before its reader presses the button there."""
    return f"{settings.REPO}/issues/new?{urlencode({'title': title, 'body': body})}" if settings.REPO else ""


def _within(entry: Entry) -> str:
    """Not from `entry.path`: a server in production reads a copy of the content that lies elsewhere."""
    return f"content/{entry.area}/{entry.slug}/{ENTRY_FILE}"
