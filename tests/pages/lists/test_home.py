"""The first page: real logs to try, figures of trust, and what there is."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.pages.lists.home import MOST_EXAMPLES, home_page
from tests.shelf import make_content


@pytest.fixture
def small(tmp_path) -> Catalogue:
    return Catalogue.of(load(make_content(tmp_path / "content")))


def test_an_example_is_a_sample_as_it_stands(small):
    (example,) = home_page(small, 0).examples
    assert example.title == "Two ranks on one GPU"
    assert example.text == (small.by_slug["duplicate-gpu"].path.parent / "samples" / "real.log").read_text()


def test_an_example_that_is_gone_since_the_start_is_not_offered(small):
    (small.by_slug["duplicate-gpu"].path.parent / "samples" / "real.log").unlink()
    assert home_page(small, 0).examples == ()


def test_every_example_of_the_catalogue_is_answered_with_its_entry(catalogue, matcher):
    examples = home_page(catalogue, 0).examples
    assert 2 <= len(examples) <= MOST_EXAMPLES
    for example in examples:
        assert matcher.match_text(example.text).best.entry.title == example.title
    assert sum(len(example.text) for example in examples) < 12_000, "the first page stays light"


def test_the_figures_leave_out_what_nobody_measured(small):
    assert home_page(small, 0).trust.startswith("3 failures")
    assert "reproduced" not in home_page(small, 0).trust
    assert "1 reproduced by running them" in home_page(small, 1).trust


def test_those_met_most_often_come_first(small):
    page = home_page(small, 0)
    assert [title for title, _, _ in page.often] == ["Two ranks on one GPU", "Bad ordinal"]
    assert (page.sampled, page.entries) == ("20", 3)
