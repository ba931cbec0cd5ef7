"""CONTRIBUTING.md as a page."""

from __future__ import annotations

from django.conf import settings

from kb.pages.about.contributing import contributing_page


def test_the_page_is_the_file_with_its_headings():
    page = contributing_page(settings.BASE_DIR)
    assert page.title == "Contributing an entry"
    assert "For whom" in [heading.title for heading in page.body.headings]
    assert "<h1" not in page.body.html


def test_a_link_into_the_repository_leads_there(monkeypatch, tmp_path):
    (tmp_path / "CONTRIBUTING.md").write_text("# Hello\n\nSee [`kb/x`](kb/x) and [out](https://example.org).\n")
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    html = contributing_page(tmp_path).body.html
    assert 'href="https://git.example/o/n/blob/main/kb/x"' in html and 'href="https://example.org"' in html


def test_without_a_repository_such_a_link_is_only_its_text(monkeypatch, tmp_path):
    (tmp_path / "CONTRIBUTING.md").write_text("# Hello\n\nSee [`kb/x`](kb/x).\n")
    monkeypatch.setattr(settings, "REPO", "")
    assert "<p>See <code>kb/x</code>.</p>" in contributing_page(tmp_path).body.html
