"""Beside a line that is nearly a message stands that message, not the entry's first one."""

import pytest

from kb.library import Library
from kb.matching.match import Evidence, Match
from kb.pages.pasted.near import card_of
from tests.shelf import make_content


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("near") / "content"), follow=False).current().catalogue


@pytest.mark.parametrize(("proof", "is_nearly"), [("near", True), ("supporting", False)])
def test_the_message_that_the_line_nearly_is_stands_on_the_card(catalogue, proof, is_nearly):
    match = Match(catalogue.entries[0], 0.3, (Evidence(1, "a widget", proof, "a widget of <int> gadgets"),), "why")

    assert (card_of(match, catalogue).message == "a widget of … gadgets") is is_nearly
