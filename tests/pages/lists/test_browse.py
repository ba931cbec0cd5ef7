"""The list narrows by area and kind, and every link says how many it leads to."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.library import library
from kb.pages.lists.browse import MOST_OF_EACH, Chosen, area_page, browse_page
from tests.shelf import make_content


@pytest.fixture
def catalogue(tmp_path):
    return Catalogue.of(load(make_content(tmp_path / "content")))


@pytest.fixture
def everything():
    """The real content."""
    return library.current().catalogue


def titles(page):
    return [row.card.title for _, rows in page.groups for row in (*rows.first, *rows.more)]


def test_everything_in_the_order_of_the_areas(catalogue):
    page = browse_page(catalogue, Chosen())
    assert [title for title, _ in page.groups] == ["NCCL and process groups", "Launching"]
    assert page.shown == "3 entries"


def test_area_and_kind_narrow_together(catalogue):
    assert titles(browse_page(catalogue, Chosen("nccl", "hang"))) == ["Bad ordinal"]


def test_unknown_names_narrow_nothing(catalogue):
    assert len(titles(browse_page(catalogue, Chosen("nope", "nope", "nope", "nope", "nope")))) == 3


def test_counts_are_those_of_the_page_behind_the_link(catalogue):
    for choice in browse_page(catalogue, Chosen(kind="error")).areas[1:]:
        area = choice.url.split("area=")[1].split("&")[0]
        assert choice.count == len(titles(browse_page(catalogue, Chosen(area, "error"))))


def test_the_chosen_one_is_marked(catalogue):
    page = browse_page(catalogue, Chosen("nccl", "hang"))
    assert [c.label for c in page.areas if c.chosen] == ["NCCL and process groups"]
    assert [c.label for c in page.kinds if c.chosen] == ["hangs"]


def test_what_was_run_narrows_and_keeps_the_rest(catalogue):
    page = browse_page(catalogue, Chosen("nccl", only="verified"), {"duplicate-gpu"})
    assert titles(page) == ["Two ranks on one GPU"]
    assert [(c.count, c.chosen) for c in page.runs] == [(2, False), (1, True)]
    assert all("only=verified" in choice.url for choice in page.areas)


def test_those_met_most_often_come_first_when_asked(catalogue):
    page = browse_page(catalogue, Chosen(order="met"))
    assert titles(page) == ["Two ranks on one GPU", "Bad ordinal", "A worker died"]
    assert len(page.groups) == 1


def test_of_each_area_those_met_most_often_are_open_and_say_how_often(everything):
    shelves = dict(browse_page(everything, Chosen()).groups)
    assert all(len(rows.first) <= MOST_OF_EACH + 1 for rows in shelves.values())
    assert sum(map(len, shelves.values())) == len(everything)
    met = [everything.census.threads(row.card.url.split("/")[2]) for row in shelves["NCCL and process groups"].first]
    assert met == sorted(met, reverse=True) and shelves["NCCL and process groups"].first[0].met.startswith("met ")


def test_of_one_area_all_are_open(everything):
    ((_, rows),) = browse_page(everything, Chosen("nccl")).groups
    assert not rows.more


def test_an_empty_shelf_has_a_page(catalogue):
    page = area_page(catalogue, catalogue.area("data"))
    assert (page.heading, page.groups, page.shown) == ("Data loading", (), "0 entries")
