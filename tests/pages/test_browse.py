"""The list narrows by area and kind, and every link says how many it leads to."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loader import load
from kb.pages.browse import area_page, browse_page
from tests.shelf import make_content


@pytest.fixture
def catalogue(tmp_path):
    return Catalogue.of(load(make_content(tmp_path / "content")))


def titles(page):
    return [card.title for _, cards in page.groups for card in cards]


def test_everything_in_the_order_of_the_areas(catalogue):
    page = browse_page(catalogue)
    assert [title for title, _ in page.groups] == ["NCCL and process groups", "Launching"]
    assert page.shown == "3 entries"


def test_area_and_kind_narrow_together(catalogue):
    assert titles(browse_page(catalogue, "nccl", "hang")) == ["Bad ordinal"]


def test_unknown_names_narrow_nothing(catalogue):
    assert len(titles(browse_page(catalogue, "nope", "nope"))) == 3


def test_counts_are_those_of_the_page_behind_the_link(catalogue):
    for choice in browse_page(catalogue, kind="error").areas[1:]:
        area = choice.url.split("area=")[1].split("&")[0]
        assert choice.count == len(titles(browse_page(catalogue, area, "error")))


def test_the_chosen_one_is_marked(catalogue):
    page = browse_page(catalogue, "nccl", "hang")
    assert [c.label for c in page.areas if c.chosen] == ["NCCL and process groups"]
    assert [c.label for c in page.kinds if c.chosen] == ["hangs"]


def test_an_empty_shelf_has_a_page(catalogue):
    page = area_page(catalogue, catalogue.area("data"))
    assert (page.heading, page.groups, page.shown) == ("Data loading", (), "0 entries")
