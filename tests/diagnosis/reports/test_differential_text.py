"""What a failure that nothing proves could be, on a terminal."""

import pytest

from kb.diagnosis.differential.differential import differential
from kb.diagnosis.reports.differential_text import could_be
from kb.library import Library
from tests.shelf import make_content

SHARES = {"duplicate-gpu": 0.45, "bad-ordinal": 0.35, "": 0.2}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("text") / "content"), follow=False).current().catalogue


def told(found, site_url=""):
    return "\n".join(part.plain for part in could_be(found, site_url))


def test_candidates_come_with_their_shares_and_none_of_these_is_one(catalogue):
    text = told(differential(SHARES, (), catalogue))

    assert text.index("45%") < text.index("35%") < text.index("20%  none of these")


def test_the_next_check_comes_with_the_words_that_answer_it(catalogue):
    assert "--answer processes-on-a-gpu=one" in told(differential(SHARES, (), catalogue))


@pytest.mark.parametrize(
    ("site", "shown"),
    [("http://127.0.0.1:8000", "http://127.0.0.1:8000/failures/bad-ordinal/"), ("", "rankdown show bad-ordinal")],
)
def test_without_a_site_an_entry_is_named_by_the_command_that_shows_it(catalogue, site, shown):
    assert shown in told(differential(SHARES, (), catalogue), site)


def test_a_differential_without_candidates_says_nothing(catalogue):
    assert could_be(differential({"": 1.0}, (), catalogue), "") == []
    assert could_be(None, "") == []
