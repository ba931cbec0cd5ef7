"""llms.txt: every page once, as Markdown."""

from __future__ import annotations

import re

from django.conf import settings

from kb.plain.index import llms_txt


def test_every_entry_guide_and_check_is_listed_once(catalogue):
    listed = re.findall(r"^- \[.*?\]\((\S+)\)", llms_txt(catalogue), re.MULTILINE)
    pages = [page.url for page in (*catalogue, *catalogue.guides, *catalogue.checks)]

    assert len(listed) == len(set(listed))
    assert {f"{settings.SITE_URL}{url.rstrip('/')}.md" for url in pages} <= set(listed)


def test_it_begins_as_the_form_asks_and_says_how_to_match_a_log(catalogue):
    text = llms_txt(catalogue)

    assert text.startswith("# Rank Down\n\n> ")
    assert f"--data-binary @train.log {settings.SITE_URL}/api/match" in text


def test_an_entry_stands_with_its_message(catalogue):
    assert "`Duplicate GPU detected : rank … and rank … both on CUDA device`" in llms_txt(catalogue)
