"""An answer moves the shares as its outcome says; the next check is the one that tells most per minute."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.catalogue.schema.check import COULD_NOT, Check, CheckFront, ChineseCheck, Outcome
from kb.diagnosis.differential.asking import RESTART_MINUTES, after, can_be_done, gain, likelihoods, minutes, next_check

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
    assert minutes(check(needs=("restart",))) == minutes(check()) + RESTART_MINUTES
    assert next_check(EVEN, [check("again", needs=("restart",)), check("look", minutes=5)], ()).check.slug == "look"


def test_asking_itself_costs_so_that_many_cheap_checks_are_not_better_than_a_good_one():
    mild = check("mild", 1, outcomes=(outcome("a", speaks_for="p2p"), outcome("b", speaks_against="p2p")))

    good = check("good", 5)

    assert gain(EVEN, mild) / 1 > gain(EVEN, good) / 5
    assert next_check(EVEN, [mild, good], ()).check.slug == "good"


@pytest.mark.parametrize(
    ("need", "kind", "able"),
    [
        ("frozen-job", "hang", True),
        ("frozen-job", "silent", False),
        ("frozen-job", "slow", False),
        ("frozen-job", "error", False),
        ("running-job", "silent", True),
        ("running-job", "error", False),
        ("restart", "error", True),
    ],
)
def test_a_failure_leaves_the_job_in_a_state_that_a_check_may_need(need, kind, able):
    assert can_be_done(check(needs=(need,)), kind) == able


def test_a_check_of_a_frozen_job_is_not_asked_of_one_that_runs_and_is_wrong():
    frozen, other = check("frozen", 1, ("frozen-job",)), check("other", 5)
    silent, hang = {"p2p": "silent", "loader": "silent"}, {"p2p": "hang", "loader": "hang"}

    assert next_check(EVEN, [frozen], (), silent) is None
    assert next_check(EVEN, [frozen, other], (), silent).check.slug == "other"
    assert next_check(EVEN, [frozen, other], (), hang).check.slug == "frozen"


def test_a_check_is_worth_as_much_as_the_part_of_the_jobs_that_allows_it():
    half = next_check(EVEN, [check(needs=("frozen-job",))], (), {"p2p": "hang", "loader": "error"})

    assert half.gain == pytest.approx(gain(EVEN, check()) / 2)


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


def test_a_check_that_can_only_speak_against_what_it_could_be_is_not_asked():
    against = (outcome("a", speaks_for="another"), outcome("b", excludes="p2p"), outcome(COULD_NOT))

    assert next_check(EVEN, [check("against", outcomes=against)], ()) is None
    assert next_check(EVEN, [check("against", outcomes=against), check()], ()).check.slug == "p2p-off"
