"""Feed and sitemap: every entry once, with an honest date."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from kb.web import feeds
from tests.shelf import make_content, serve, write_entry

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def root(tmp_path, monkeypatch):
    root = make_content(tmp_path / "content")
    monkeypatch.setattr(settings, "CONTENT_DIR", root)
    feeds._commits.cache_clear()
    yield root
    feeds._commits.cache_clear()


def parsed(xml: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(xml)  # noqa: S314  (our own)


def items(root, monkeypatch):
    serve(root, monkeypatch)
    feed = parsed(Client().get("/feed.xml").content)
    return [
        (e.findtext(f"{ATOM}id").rstrip("/").rsplit("/", 1)[1], e.findtext(f"{ATOM}updated"))
        for e in feed.iter(f"{ATOM}entry")
    ]


def test_without_git_the_files_time_counts_newest_first(root, monkeypatch):
    for n, slug in enumerate(("nccl/bad-ordinal", "launch/child-failed", "nccl/duplicate-gpu")):
        os.utime(root / slug / "entry.md", (1_700_000_000 + n, 1_700_000_000 + n))
    told = items(root, monkeypatch)
    assert [slug for slug, _ in told] == ["duplicate-gpu", "child-failed", "bad-ordinal"]
    assert datetime.fromisoformat(told[0][1]).timestamp() == 1_700_000_002


def commit(root, year, *paths):
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", *(paths or ["."])], check=True)
    when = os.environ | {"GIT_COMMITTER_DATE": f"{year}-01-02T03:04:05Z"}
    subprocess.run([*git, "commit", "-q", "-m", "x"], check=True, env=when)


def test_with_git_the_last_commit_counts(root, monkeypatch):
    commit(root, 2020)
    assert {updated for _, updated in items(root, monkeypatch)} == {"2020-01-02T03:04:05+00:00"}


def test_a_sweep_through_the_catalogue_is_no_news(root, monkeypatch):
    monkeypatch.setattr(feeds, "SWEEP", 2)
    commit(root, 2020, "nccl/bad-ordinal")
    commit(root, 2021)
    (root / "launch/child-failed/entry.md").write_bytes((root / "launch/child-failed/entry.md").read_bytes() + b"\n")
    commit(root, 2022)
    assert {slug: told[:4] for slug, told in items(root, monkeypatch)} == {
        "child-failed": "2022",  # by a commit of its own
        "duplicate-gpu": "2021",  # nothing but the sweep
        "bad-ordinal": "2020",  # not by the sweep
    }


def test_a_title_with_markup_stays_text(root, monkeypatch):
    write_entry(root, "data", "odd", title='"a < b & odd"')
    serve(root, monkeypatch)
    feed = parsed(Client().get("/feed.xml").content)
    assert "a < b & odd" in [title.text for title in feed.iter(f"{ATOM}title")]


def test_the_sitemap_lists_what_exists(root, monkeypatch):
    serve(root, monkeypatch)
    listed = [node.text for node in parsed(Client().get("/sitemap.xml").content).iter() if node.tag.endswith("loc")]
    paths = [address.removeprefix(settings.SITE_URL) for address in listed]
    assert "/failures/duplicate-gpu/" in paths and "/guides/reading-a-log/" in paths and "/areas/nccl/" in paths
    assert "/areas/data/" not in paths
    assert all(Client().get(path).status_code == 200 for path in paths)


def test_the_sitemap_says_where_each_page_is_in_the_other_language(root, monkeypatch):
    serve(root, monkeypatch)
    page = next(
        url
        for url in parsed(Client().get("/sitemap.xml").content)
        if url[0].text == f"{settings.SITE_URL}/zh/failures/duplicate-gpu/"
    )
    told = {link.get("hreflang"): link.get("href").removeprefix(settings.SITE_URL) for link in page[1:]}
    english, chinese = "/failures/duplicate-gpu/", "/zh/failures/duplicate-gpu/"
    assert told == {"en": english, "zh-Hans": chinese, "x-default": english}


def test_the_feed_is_there_in_both_languages(root, monkeypatch):
    serve(root, monkeypatch)
    for address, lang, title in (("/feed.xml", "en", "Two ranks on one GPU"), ("/zh/feed.xml", "zh-Hans", "中文标题")):
        feed = parsed(Client().get(address).content)
        assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == lang
        assert title in [node.text for node in feed.iter(f"{ATOM}title")]
        links = {node.get("href") for node in feed.iter(f"{ATOM}link")}
        assert f"{settings.SITE_URL}{address}" in links
        assert {link.startswith(f"{settings.SITE_URL}/zh/") for link in links} == {lang != "en"}
