"""Candidates with shares, narrowed by answers; the state travels with whoever asks."""

from dataclasses import replace

import pytest

from kb.diagnosis.differential.differential import (
    MOST_CANDIDATES,
    UnknownAnswer,
    answer_from,
    answered,
    differential,
    narrowed,
    read_from,
    state_from,
)
from kb.library import Library
from tests.shelf import make_content

# Of the two, bad-ordinal hangs, so that there is a job to look at.
SHARES = {"duplicate-gpu": 0.45, "bad-ordinal": 0.35, "": 0.2}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("differential") / "content"), follow=False).current().catalogue


def test_candidates_come_likeliest_first_and_the_check_that_separates_them_is_asked(catalogue):
    found = differential(SHARES, (), catalogue)

    assert [candidate.slug for candidate in found.candidates] == ["duplicate-gpu", "bad-ordinal", ""]
    assert found.asked.check.slug == "processes-on-a-gpu"


def test_a_job_that_most_likely_died_is_not_asked_about_as_if_it_ran(catalogue):
    assert differential({"duplicate-gpu": 0.7, "bad-ordinal": 0.1, "": 0.2}, (), catalogue).asked is None


def test_an_answer_narrows_the_candidates_and_is_not_asked_again(catalogue):
    found = narrowed(differential(SHARES, (), catalogue), [("processes-on-a-gpu", "one")], catalogue)

    assert found.candidates[0].slug == "bad-ordinal"
    assert found.answered[0].outcome.slug == "one"
    assert found.asked is None


def test_of_a_check_that_was_answered_twice_the_last_answer_counts_and_once(catalogue):
    once = differential(SHARES, [("processes-on-a-gpu", "one")], catalogue)
    twice = differential(SHARES, [("processes-on-a-gpu", "two"), ("processes-on-a-gpu", "one")], catalogue)

    assert twice == once


def test_answers_count_from_the_same_beginning_whoever_carries_it(catalogue):
    first = differential(SHARES, (), catalogue)
    carried = differential(state_from(first.state, catalogue), [("processes-on-a-gpu", "two")], catalogue)
    at_once = narrowed(first, [("processes-on-a-gpu", "two")], catalogue)

    assert [c.slug for c in carried.candidates] == [c.slug for c in at_once.candidates]
    assert [c.share for c in carried.candidates] == pytest.approx([c.share for c in at_once.candidates], abs=0.01)


def test_only_the_likeliest_are_listed_and_nothing_of_the_rest_is_lost(catalogue):
    found = differential({"duplicate-gpu": 0.98, "bad-ordinal": 0.001, "": 0.019}, (), catalogue)

    assert [candidate.slug for candidate in found.candidates] == ["duplicate-gpu", ""]
    assert sum(candidate.share for candidate in found.candidates) == pytest.approx(1)


def test_what_the_paste_itself_shows_counts_is_not_asked_and_travels_with_the_state(catalogue):
    read = [replace(answered("processes-on-a-gpu", "one", catalogue), line=7, text="a row")]
    first = differential(SHARES, (), catalogue, read)
    later = differential(state_from(first.state, catalogue), (), catalogue, read_from(first.state, catalogue))

    assert first.candidates[0].slug == "bad-ordinal" and first.asked is None
    assert first.state[-1] == "processes-on-a-gpu~one~7"
    assert [(one.check.slug, one.outcome.slug, one.line) for one in later.answered] == [
        ("processes-on-a-gpu", "one", 7)
    ]
    assert [c.slug for c in later.candidates] == [c.slug for c in first.candidates]


def test_the_readers_own_answer_stands_above_what_the_paste_shows(catalogue):
    read = [replace(answered("processes-on-a-gpu", "one", catalogue), line=7)]
    found = differential(SHARES, [("processes-on-a-gpu", "two")], catalogue, read)

    assert [(one.outcome.slug, one.line) for one in found.answered] == [("two", 0)]
    assert found.candidates[0].slug == "duplicate-gpu"


@pytest.mark.parametrize("item", ["", "a~b", "none~one~7", "processes-on-a-gpu~three~7", "processes-on-a-gpu~one~x"])
def test_a_state_that_names_no_outcome_is_left_out(catalogue, item):
    assert read_from([item, "processes-on-a-gpu~one~0", "processes-on-a-gpu~one~7~8"], catalogue) == []


@pytest.mark.parametrize(
    ("check", "outcome", "message"),
    [("no-such", "one", "no check is called 'no-such'"), ("processes-on-a-gpu", "three", "there are two, one, could")],
)
def test_an_answer_that_nobody_knows_is_refused_with_those_that_there_are(catalogue, check, outcome, message):
    with pytest.raises(UnknownAnswer, match=message):
        differential(SHARES, [(check, outcome)], catalogue)


@pytest.mark.parametrize("text", ["", "check", "=one", "check="])
def test_an_answer_of_another_form_is_refused(text):
    with pytest.raises(UnknownAnswer, match="write CHECK=OUTCOME"):
        answer_from(text)


def test_a_state_that_somebody_made_up_does_no_harm(catalogue):
    told = ["nobody~0.5", "duplicate-gpu~nan", "duplicate-gpu~-1", "x", "~", "~1e309", "duplicate-gpu~" + "9" * 999]

    assert state_from(told, catalogue) == {"": 1.0}
    assert len(state_from([f"duplicate-gpu~0.{n}" for n in range(9999)], catalogue)) <= MOST_CANDIDATES


@pytest.mark.parametrize(("nothing", "said"), [(0.9, True), (0.7, False)])
def test_where_next_to_nothing_speaks_for_any_candidate_it_is_about_something_else(catalogue, nothing, said):
    shares = {"duplicate-gpu": 1 - nothing, "": nothing}

    assert differential(shares, (), catalogue).is_about_nothing == said
    assert not differential(shares, [("processes-on-a-gpu", "one")], catalogue).is_about_nothing


def test_of_a_job_that_lives_nobody_is_asked_how_it_ended(catalogue):
    checks = tuple(replace(one, front=replace(one.front, needs=("ended-job",))) for one in catalogue.checks)
    ended = replace(catalogue, checks=checks)

    assert differential(SHARES, (), ended).asked is not None
    assert differential(SHARES, (), ended, lives=True).asked is None
