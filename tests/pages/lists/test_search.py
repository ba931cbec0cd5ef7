"""Results of the search box as their page."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.language import speaking
from kb.lookup.lookup import Lookup
from kb.pages.lists.search import search_page
from tests.shelf import make_content


@pytest.fixture
def page(tmp_path):
    catalogue = Catalogue.of(load(make_content(tmp_path / "content")))
    lookup = Lookup(catalogue, Matcher(catalogue))
    return lambda query: search_page(query, lookup.find(query), catalogue, shortened=False)


def test_what_a_line_proves_stands_above_with_the_line(page):
    line = "Duplicate GPU detected : rank 1 and rank 3 both on CUDA device 9000"
    (proved,) = page(line).proved
    assert (proved.card.title, proved.line) == ("Two ranks on one GPU", line)


def test_shown_and_found_are_counted(page):
    found = page("appears")
    assert (found.shown, found.total) == (3, 3) == (len(found.found), found.total)


def test_a_card_has_its_summary_and_one_phrase_in_the_language_of_the_query(page):
    found = page("卡住").found[0]
    assert (found.language, found.card.summary.startswith("What")) == ("zh-Hans", True)
    assert page("appears").found[0].language == "en"


def test_a_guide_to_what_was_found_stands_above_it(page):
    found = page("duplicate-gpu appears")
    assert (found.guide.title, found.guide.url) == ("Reading a log", "/guides/reading-a-log/")


def test_the_title_says_what_was_asked_for(page):
    assert (page("gpu").title, page("").title) == ("Search: gpu", "Search")
    with speaking("zh"):
        assert page("gpu").title != "Search: gpu"


def test_where_there_are_more_a_link_asks_for_them(tmp_path):
    catalogue = Catalogue.of(load(make_content(tmp_path / "content")))
    lookup = Lookup(catalogue, Matcher(catalogue))
    some, all_of_them = (search_page("appears", lookup.find("appears", most), catalogue, False) for most in (2, 20))
    assert (some.shown, some.total, some.more) == (2, 3, "/search?q=appears&all=1")
    assert all_of_them.more == ""
