"""The table of well-known functions: data that a person can check row by row."""

import re

import pytest

from kb.reading.stacks.known.helpers import HELPERS
from kb.reading.stacks.known.places import ROWS, WEAK_ROWS

ALL = [*ROWS, *WEAK_ROWS, *HELPERS]


@pytest.mark.parametrize("row", ALL, ids=lambda row: row.reason)
def test_a_row_has_a_reason_and_patterns_that_compile(row):
    assert row.reason and (row.file or row.function)
    assert re.compile(row.file) and re.compile(row.function)


def test_no_row_stands_twice():
    assert len({(row.file, row.function) for row in ALL}) == len(ALL)
