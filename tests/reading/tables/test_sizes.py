"""Sizes as tools print them."""

import math

import pytest

from kb.reading.tables.sizes import in_bytes, limit, share, whole


@pytest.mark.parametrize(
    ("text", "size"),
    [("64M", 64 << 20), ("966MiB", 966 << 20), ("1,8T", int(1.8 * (1 << 40))), ("325Gi", 325 << 30), ("0", 0)],
)
def test_prefixes_are_powers_of_1024(text, size):
    assert in_bytes(text) == size


def test_a_bare_number_counts_the_units_of_its_table():
    assert (in_bytes("65536", 1024), in_bytes("12B", 1024)) == (65536 * 1024, 12)


def test_what_is_no_number_has_no_value():
    assert (in_bytes("-"), share("-"), share("N/A"), limit("soft"), whole("1.5")) == (None,) * 5


def test_limits_and_shares():
    assert (share("87%"), share("100 %"), limit("unlimited"), limit("64", 1024)) == (0.87, 1.0, math.inf, 65536)
