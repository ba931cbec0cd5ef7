"""Numbers of ranks are shown as runs."""

import pytest

from kb.language import speaking
from kb.reading.text.runs import MOST_RUNS, ranks


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [([3], "Rank 3"), ([0, 1, 2, 5], "Ranks 0-2 and 5"), ([1, 2], "Ranks 1 and 2"), ([0, 1, 3], "Ranks 0, 1 and 3")],
)
def test_neighbours_are_one_run(numbers, shown):
    assert ranks(numbers) == shown


def test_too_many_runs_are_counted():
    assert ranks(range(0, 2 * MOST_RUNS + 6, 2)).endswith("and 3 more runs")


def test_a_chinese_reader_gets_chinese_commas():
    with speaking("zh"):
        assert ranks([0, 1, 2, 5]) == "rank 0-2、5"
