"""A changed folder goes in; pages that need no server come out, in both languages, and pictures of them."""

from __future__ import annotations

import re
import shutil

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.plain.preview import WIDTHS, Changed, alone, changed_pages, write_preview
from tests.shelf import make_content

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture
def root(tmp_path, monkeypatch):
    root = make_content(tmp_path / "content")
    monkeypatch.setattr(settings, "CONTENT_DIR", root)
    return root


@pytest.fixture
def shelf(root):
    return Catalogue.of(load(root))


def test_any_file_of_an_entry_is_a_change_of_its_page(root, shelf):
    folder = root / "nccl" / "duplicate-gpu"
    paths = [folder / "samples" / "real.log", folder / "entry.md", folder / "entry.zh.md", folder]
    assert changed_pages(paths, shelf) == [Changed("failures", "duplicate-gpu")]


def test_guides_and_checks_are_pages_too_and_the_rest_is_passed_over(root, shelf):
    paths = [
        root / "guides" / "reading-a-log.zh.md",
        root / "checks" / "processes-on-a-gpu.md",
        root / "census.tsv",
        root / "nccl" / "deleted" / "entry.md",
        root.parent / "elsewhere",
    ]
    assert changed_pages(paths, shelf) == [Changed("guides", "reading-a-log"), Changed("checks", "processes-on-a-gpu")]


def test_a_page_stands_alone_in_either_language(shelf):
    english, chinese = (alone(Changed("failures", "duplicate-gpu"), shelf, code) for code in ("en", "zh"))
    assert "<h1>Two ranks on one GPU</h1>" in english and "<h1>中文标题</h1>" in chinese
    for page in (english, chinese):
        assert "--paper:" in page and "<script" not in page
        assert re.findall(r'(?:src|rel="stylesheet" href)="', page) == []


def test_markup_of_a_stranger_stays_text(shelf):
    assert "<b>not bold</b>" not in alone(Changed("failures", "duplicate-gpu"), shelf, "en")


@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
def test_the_folder_has_pages_pictures_and_an_index(root, shelf, tmp_path):
    out = tmp_path / "preview"
    files = write_preview(changed_pages([root / "nccl" / "duplicate-gpu"], shelf), shelf, out, CHROMIUM)
    assert len(files) == 2 * (1 + len(WIDTHS)) + 1
    pictures = [path for path in files if path.suffix == ".png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 10_000 for path in pictures)
    assert "failures-duplicate-gpu.zh.html" in (out / "index.html").read_text()


def test_without_changes_there_is_only_the_index(shelf, tmp_path):
    assert [path.name for path in write_preview([], shelf, tmp_path / "preview", None)] == ["index.html"]
