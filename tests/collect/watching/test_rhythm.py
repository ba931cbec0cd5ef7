"""A silence is too long by the job's own rhythm, not by a number that fits some jobs."""

import pytest

from kb.collect.watching.rhythm import FEW, HEARD, LONGEST, SHORTEST, START, Fixed, Learnt


def heard(*silences):
    rhythm = Learnt()
    for silence in silences:
        rhythm.heard(silence)
    return rhythm


def test_before_anything_is_known_it_is_patient():
    assert Learnt().limit == heard(*[1.0] * (FEW - 1)).limit == START


@pytest.mark.parametrize(("usual", "limit"), [(1.0, SHORTEST), (60.0, 240.0), (3600.0, LONGEST)])
def test_then_it_waits_four_times_the_longest_usual_silence(usual, limit):
    assert heard(*[1.0] * FEW, usual).limit == limit


def test_lines_that_come_as_one_block_are_no_rhythm():
    assert heard(*[0.001] * 1000).limit == START


def test_what_was_long_ago_is_forgotten():
    rhythm = heard(*[1.0] * FEW, 300.0)
    assert rhythm.limit == 1200.0
    for _ in range(HEARD):
        rhythm.heard(1.0)
    assert rhythm.limit == SHORTEST


def test_a_number_that_was_asked_for_stays():
    rhythm = Fixed(30.0)
    rhythm.heard(500.0)

    assert rhythm.limit == 30.0
