"""The report is one file that asks nothing of anybody, in the reader's language, with everything escaped."""

import re
from datetime import datetime

import pytest

from kb.language import speaking
from kb.triage.answers.row import Line, Row
from kb.triage.figures.figures import figures
from kb.triage.report.page import About, page
from kb.triage.sources.source import Unread

# What a Chinese engineer says in English, and what stands in the rows of this test.
NAMES = "Rank Down Fisher NCCL SLURM torchrun Benjamini Hochberg Drain checkpoint rank rankdown jsonl jobs script alert"
EVIL = "<script>alert(1)</script>\"'&"


def about(**told):
    return About(**({"paths": ("/logs",), "unread": (), "left_out": 0, "made": datetime(2026, 11, 22)} | told))


def rows():
    day = {"begins": "2026-11-21T09:00:00", "ends": "2026-11-21T10:00:00"}
    known = [
        Row(f"k{n}", "pattern", "known", ("f",), ("bad",), "duplicate-gpu", "error", confident=True, **day)
        for n in range(30)
    ]
    good = [Row(f"g{n}", "file", "clean", ("f",), (f"gpu{n % 9}",), **day) for n in range(200)]
    unknown = [Row(EVIL, "pattern", "unknown", (EVIL,), (EVIL,), unexplained=Line(EVIL))] * 2
    return [*known, *good, *unknown, Row("u", "file", "unread", unread={EVIL: EVIL})]


@pytest.fixture
def html(small):
    return page(figures(rows()), about(unread=(Unread(EVIL, EVIL),), left_out=3, paths=(EVIL,)), small.catalogue)


def test_whatever_logs_said_is_escaped(html):
    assert "<script" not in html and EVIL not in html
    assert "&lt;script&gt;" in html


def test_it_asks_nothing_of_anybody(html):
    assert not re.search(r"(?:src|href)=\"(?!#)|@import|url\(|<link|<script", html)
    assert "default-src 'none'" in html


def test_it_shows_entries_nodes_days_shapes_and_what_was_not_read(small):
    many = [
        *rows(),
        *(Row(f"b{n}", "file", "unknown", nodes=("worse",), unexplained=Line(f"flux {n}")) for n in range(20)),
    ]
    shown = page(figures(many), about(), small.catalogue)

    assert "Two ranks on one GPU" in shown and "rankdown show duplicate-gpu" in shown
    assert re.search(r"<th scope=\"row\"><code>worse</code>", shown)
    assert "2026-11-21" in shown and "flux &lt;*&gt;" in shown and "5%" in shown


def test_with_a_site_entries_are_links(small):
    shown = page(figures(rows()), about(site="https://kb.example"), small.catalogue)

    assert 'href="https://kb.example/failures/duplicate-gpu/"' in shown


def test_it_is_there_in_chinese(small):
    with speaking("zh"):
        shown = page(figures(rows()), about(), small.catalogue)

    assert '<html lang="zh-Hans">' in shown and "中文标题" in shown
    words = re.sub(r"<style>.*?</style>|<code>.*?</code>|<[^>]*>", " ", shown, flags=re.DOTALL)
    assert set(re.findall(r"[A-Za-z]{4,}", words)) <= set(NAMES.split())


def test_nothing_at_all_is_a_report_too(small):
    assert "No log names a node." in page(figures([]), about(), small.catalogue)


def test_an_entry_that_the_catalogue_has_lost_is_its_slug(small):
    row = Row("k", "file", "known", slug="gone-entry", kind="error", confident=True)

    assert "gone-entry" in page(figures([row]), about(), small.catalogue)
