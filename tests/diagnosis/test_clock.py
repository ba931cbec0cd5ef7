"""Lines go by their clocks where these can be compared; else they stay as they stand."""

import pytest

from kb.diagnosis.clock import in_time, is_before


@pytest.mark.parametrize(
    ("times", "ordered"),
    [
        (["10:00:05", "10:00:01"], ["10:00:01", "10:00:05"]),
        (["2026-10-04 00:01:00", "2026-10-03 23:59:00"], ["2026-10-03 23:59:00", "2026-10-04 00:01:00"]),
        (["10:00:01.20", "10:00:01.123456"], ["10:00:01.123456", "10:00:01.20"]),
        (["10:00:05", ""], ["10:00:05", ""]),
        (["2026-10-03 10:00:05", "10:00:01"], ["2026-10-03 10:00:05", "10:00:01"]),
        (["10:00:05,120", "10:00:01.100"], ["10:00:05,120", "10:00:01.100"]),
        (["23:59:59", "00:00:01"], ["23:59:59", "00:00:01"]),
        ([], []),
    ],
)
def test_by_the_clock_where_all_tell_one_of_one_form(times, ordered):
    assert in_time(times, str) == ordered


def test_before_is_known_only_of_two_clocks_of_one_form():
    assert is_before("10:00:01", "10:00:05")
    assert not is_before("10:00:05", "10:00:01")
    assert not is_before("10:00:01", "10:00:01")
    assert not is_before("10:00:01", "2026-10-03 10:00:05")
    assert not is_before("", "10:00:05")
