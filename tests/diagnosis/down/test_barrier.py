"""The ranks that monitored_barrier names are the ones to look at."""

import pytest


@pytest.mark.parametrize(
    ("said", "ranks"), [("Rank 3", (3,)), ("Ranks 5, 3", (3, 5)), ("[Rank 0]: Ranks 1, 2, 4", (1, 2, 4))]
)
def test_who_never_came_to_a_monitored_barrier_is_named(matcher, said, ranks):
    answer = matcher.match_text(f"RuntimeError: {said} failed to pass monitoredBarrier in 1800000 ms\n")

    assert (answer.first_down.ranks, answer.first_down.way) == (ranks, "did not join")


def test_who_got_through_it_is_not(matcher):
    assert matcher.match_text("RuntimeError: Rank 1 successfully reached monitoredBarrier\n").first_down is None
