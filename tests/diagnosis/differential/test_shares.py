"""Shares add up to one, and each thing that speaks for a candidate moves it up."""

import math

import pytest

from kb.catalogue.census import Census, Met
from kb.diagnosis.differential.shares import NONE, normalized, prior, shares
from kb.diagnosis.differential.weights import UNSEEN
from kb.library import Library
from kb.matching.match import Ground, Match
from tests.shelf import make_content

CENSUS = Census(100, "2026-11-22", {"duplicate-gpu": Met(20, {"start": 18}), "bad-ordinal": Met(20, {"slow": 18})})


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    return (
        Library(make_content(tmp_path_factory.mktemp("shares") / "content"), follow=False).current().catalogue.by_slug
    )


def guess(entries, slug, likeness=100.0, **grounds):
    told = tuple(Ground(kind.replace("_", " "), "", score) for kind, score in grounds.items())
    return Match(entries[slug], 0.4, (), "", told, likeness)


def test_shares_add_up_to_one_with_none_of_these_among_them(entries):
    found = shares([guess(entries, "duplicate-gpu"), guess(entries, "bad-ordinal")], frozenset(), CENSUS)

    assert math.isclose(sum(found.values()), 1)
    assert NONE in found


def test_without_guesses_none_of_these_has_all():
    assert shares([], frozenset(), CENSUS) == {NONE: 1.0}


def test_however_well_a_candidate_fits_it_may_be_none_of_these(entries):
    found = shares([guess(entries, "duplicate-gpu", likeness=10_000.0)], frozenset(), CENSUS)

    assert found[NONE] == pytest.approx(UNSEEN) and found["duplicate-gpu"] == pytest.approx(1 - UNSEEN)


def test_what_is_met_more_often_is_likelier(entries):
    often = Census(100, "", {"bad-ordinal": Met(50), "duplicate-gpu": Met(1)})

    found = shares([guess(entries, "duplicate-gpu"), guess(entries, "bad-ordinal")], frozenset(), often)

    assert found["bad-ordinal"] > found["duplicate-gpu"]


def test_a_failure_that_nobody_met_still_has_a_prior():
    assert 0 < prior("never-met", CENSUS) < prior("duplicate-gpu", CENSUS)


def test_the_situation_in_which_a_failure_comes_speaks_for_it(entries):
    guesses = [guess(entries, "duplicate-gpu"), guess(entries, "bad-ordinal")]
    without, at_start = shares(guesses, frozenset(), CENSUS), shares(guesses, frozenset({"start"}), CENSUS)

    assert at_start["duplicate-gpu"] > without["duplicate-gpu"]


def test_a_hang_speaks_for_failures_that_hang(entries):
    guesses = [guess(entries, "duplicate-gpu"), guess(entries, "bad-ordinal")]  # the second is of kind hang

    found = shares(guesses, frozenset({"stuck"}), CENSUS)

    assert found["bad-ordinal"] > 2 * found["duplicate-gpu"]


def test_a_line_that_fits_and_a_better_likeness_each_move_a_candidate_up(entries):
    plain = shares([guess(entries, "duplicate-gpu")], frozenset(), CENSUS)["duplicate-gpu"]

    assert shares([guess(entries, "duplicate-gpu", hint=0.4)], frozenset(), CENSUS)["duplicate-gpu"] > plain
    assert shares([guess(entries, "duplicate-gpu", likeness=200)], frozenset(), CENSUS)["duplicate-gpu"] > plain


def test_an_exception_that_no_entry_knows_speaks_for_none_of_these(entries):
    guesses = [guess(entries, "duplicate-gpu")]

    assert shares(guesses, frozenset(), CENSUS, unknown=True)[NONE] > shares(guesses, frozenset(), CENSUS)[NONE]


def test_normalized_shares_come_largest_first():
    assert normalized({"a": 1, "b": 3}) == {"b": 0.75, "a": 0.25}
    assert normalized({}) == {NONE: 1.0}
