"""Links into the repository: of the file that the page was made from, and none where no repository is known."""

from __future__ import annotations

from django.conf import settings

from kb.pages.repository import edit_url, history_url, issue_url

ENTRY = settings.CONTENT_DIR / "nccl" / "x" / "entry.md"


def test_without_a_repository_there_are_no_links(monkeypatch):
    monkeypatch.setattr(settings, "REPO", "")
    assert (edit_url(ENTRY), history_url(ENTRY), issue_url("a", "b")) == ("", "", "")


def test_a_page_is_edited_where_its_file_lies(monkeypatch):
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    assert edit_url(ENTRY) == "https://git.example/o/n/edit/main/content/nccl/x/entry.md"
    assert history_url(ENTRY) == "https://git.example/o/n/commits/main/content/nccl/x/entry.md"


def test_what_an_issue_says_is_quoted(monkeypatch):
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    assert issue_url("a b", "c&d\n") == "https://git.example/o/n/issues/new?title=a+b&body=c%26d%0A"
