"""Entry -> its page: related both ways, headings, honest links."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loader import load
from kb.pages.entry import entry_page, guide_page
from tests.shelf import make_content


@pytest.fixture
def catalogue(tmp_path):
    return Catalogue.of(load(make_content(tmp_path / "content")))


def page(catalogue, slug):
    return entry_page(catalogue.by_slug[slug], catalogue)


def test_cause_and_consequence_show_on_both_pages(catalogue):
    assert [card.title for card in page(catalogue, "duplicate-gpu").consequences] == ["A worker died"]
    assert [card.title for card in page(catalogue, "child-failed").causes] == ["Two ranks on one GPU"]


def test_the_check_that_separates_two_shows_on_both_pages(catalogue):
    for slug, other in (("duplicate-gpu", "Bad ordinal"), ("bad-ordinal", "Two ranks on one GPU")):
        (near,) = page(catalogue, slug).neighbours
        assert (near.card.title, near.check) == (other, "Read the <code>number</code>.")


def test_contents_list_every_heading_of_the_page(catalogue):
    shown = [(heading.level, heading.id) for heading in page(catalogue, "duplicate-gpu").contents]
    assert shown[:4] == [(2, "symptoms"), (2, "fix"), (2, "root-cause"), (3, "root-cause-a-closer-look")]


def test_only_web_addresses_become_links(tmp_path):
    root = make_content(tmp_path / "content")
    path = root / "nccl/duplicate-gpu/entry.md"
    path.write_text(path.read_text().replace("https://example.org/thread", "javascript:alert(1)"))
    catalogue = Catalogue.of(load(root))
    (source,) = page(catalogue, "duplicate-gpu").sources
    assert (source.link, source.name) == ("", "javascript:alert(1)")


def test_a_guide_and_its_failures_name_each_other(catalogue):
    guide = catalogue.guides[0]
    assert [card.title for card in guide_page(guide, catalogue).failures] == ["Two ranks on one GPU"]
    assert [link.title for link in page(catalogue, "duplicate-gpu").guides] == ["Reading a log"]
