"""Links into the repository: of the file that the page was made from, and none where no repository is known."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from kb.catalogue.loading.loader import load
from kb.pages.repository import edit_url, history_url, issue_url
from tests.shelf import make_content


def entry_at(root: Path):
    return next(entry for entry in load(make_content(root)).entries if entry.slug == "duplicate-gpu")


def test_without_a_repository_there_are_no_links(monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "REPO", "")
    entry = entry_at(tmp_path)
    assert (edit_url(entry), history_url(entry), issue_url("a", "b")) == ("", "", "")


def test_a_page_is_edited_where_its_file_lies_in_the_repository_wherever_it_was_read(monkeypatch, tmp_path):
    """A server in production reads a copy of the content, in a folder of its own."""
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    entry = entry_at(tmp_path / "copy")
    assert edit_url(entry) == "https://git.example/o/n/edit/main/content/nccl/duplicate-gpu/entry.md"
    assert history_url(entry) == "https://git.example/o/n/commits/main/content/nccl/duplicate-gpu/entry.md"


def test_what_an_issue_says_is_quoted(monkeypatch):
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    assert issue_url("a b", "c&d\n") == "https://git.example/o/n/issues/new?title=a+b&body=c%26d%0A"
