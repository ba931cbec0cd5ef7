"""An answer moves the shares as its outcome says; the next check is the one that tells most per minute."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.catalogue.check import COULD_NOT, Check, CheckFront, ChineseCheck, Outcome
from kb.diagnosis.differential.asking import RESTART_MINUTES, after, gain, likelihoods, minutes, next_check

EVEN = {"p2p": 0.4, "loader": 0.4, "": 0.2}


def outcome(slug, **says):
    return Outcome(slug, slug, slug, **{how: tuple(slugs.split()) for how, slugs in says.items()})


def check(slug="p2p-off", minutes=2, needs=(), outcomes=()):
    outcomes = outcomes or (
        outcome("runs", proves="p2p", excludes="loader"),
        outcome("stuck", speaks_against="p2p", speaks_for="loader"),
        outcome(COULD_NOT),
    )
    return Check(slug, Path(f"{slug}.md"), CheckFront("t", ChineseCheck("t", "h"), minutes, outcomes, "", needs), "")


def test_an_outcome_that_proves_a_failure_leaves_little_to_the_others():
    assert after(EVEN, check(), "runs")["p2p"] > 0.9


def test_an_outcome_that_speaks_against_a_failure_moves_its_share_to_the_others():
    now = after(EVEN, check(), "stuck")

    assert now["p2p"] < EVEN["p2p"] and now["loader"] > EVEN["loader"]
    assert sum(now.values()) == pytest.approx(1)


def test_could_not_changes_nothing():
    assert after(EVEN, check(), COULD_NOT) == EVEN


def test_what_a_failure_counts_already_does_not_count_twice():
    now = after(EVEN, check(), "stuck", counted={"loader"})

    assert now["loader"] / now[""] == pytest.approx(EVEN["loader"] / EVEN[""])
    assert now["p2p"] < EVEN["p2p"]


def test_of_a_failure_that_the_check_does_not_name_an_outcome_says_something_only_where_it_proves_another():
    told = likelihoods(check(), "another")

    assert told["runs"] < told["stuck"]
    mild = check(outcomes=(outcome("a", speaks_for="p2p"), outcome("b", speaks_against="p2p"), outcome(COULD_NOT)))
    assert set(likelihoods(mild, "another").values()) == {0.5}


def test_the_next_check_tells_most_per_minute():
    slow = check("slow", minutes=60)

    assert next_check(EVEN, [slow, check()], ()).check.slug == "p2p-off"


def test_a_restart_costs_more_than_its_minutes():
    assert minutes(check(needs=("restart",))) == 2 + RESTART_MINUTES
    assert next_check(EVEN, [check("again", needs=("restart",)), check("look", minutes=5)], ()).check.slug == "look"


def test_what_was_answered_is_not_asked_again():
    assert next_check(EVEN, [check()], {"p2p-off"}) is None


def test_a_check_that_separates_none_of_the_candidates_is_not_asked():
    same = check(outcomes=(outcome("a", speaks_for="x"), outcome("b", speaks_for="y"), outcome(COULD_NOT)))

    assert next_check(EVEN, [same], ()) is None


def test_there_is_nothing_to_gain_where_one_candidate_is_certain():
    assert gain({"p2p": 1.0}, check()) == pytest.approx(0)


def test_more_extreme_outcomes_tell_more():
    mild = replace(check(), front=replace(check().front, outcomes=(outcome("a", speaks_for="p2p"), outcome("b"))))

    assert gain(EVEN, check()) > gain(EVEN, mild) > 0
