"""Simulated readers see what a check shows of their failure, and are led to it."""

import random

import pytest

from kb.catalogue.schema.check import COULD_NOT
from kb.library import Library
from tests.differential import Case
from tests.readers import CANNOT_TELL, Led, led, seen, table
from tests.shelf import make_content


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("readers") / "content"), follow=False).current()


def test_what_a_reader_sees_follows_from_his_failure_and_sometimes_he_cannot_tell(edition):
    (check,) = edition.catalogue.checks
    chance = random.Random(1)  # noqa: S311
    told = [seen(check, edition.catalogue.by_slug["bad-ordinal"], chance) for _ in range(500)]

    assert told.count("one") > 400
    assert CANNOT_TELL / 2 < told.count(COULD_NOT) / 500 < CANNOT_TELL * 2


def test_whose_job_is_dead_cannot_do_a_check_of_a_running_one(edition):
    (check,) = edition.catalogue.checks

    assert seen(check, edition.catalogue.by_slug["duplicate-gpu"], random.Random(1)) == COULD_NOT  # noqa: S311


def test_a_reader_is_led_to_the_right_entry_and_each_is_counted(edition):
    case = Case("duplicate-gpu appears, or bad-ordinal appears; it hangs", "prose", frozenset({"bad-ordinal"}))
    answer = edition.matcher.match_text(case.text)
    one = led(case, answer, edition.catalogue, random.Random(2))  # noqa: S311

    assert one.places[-1] == 1 and not one.proved


def test_the_table_says_how_many_were_led_there():
    text = table([Led("log", (2, 1, 1, 1), False, 4), Led("prose", (0, 0, 2, 2), False, 2)])

    assert "| all | 2 | 0.0% | 50.0% | 50.0% | 50.0% | 50.0% | 100.0% | 3.0 |" in text
