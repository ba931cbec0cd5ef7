"""A text says when and how a job failed, in words that the content lists."""

import pytest

from kb.catalogue.census import Situation
from kb.diagnosis.differential.signs import MOST_LOOKED_AT, signs_in

SITUATIONS = {
    "start": Situation(("at start",), ("启动",)),
    "stuck": Situation(("stuck", "hang"), ("卡住",)),
}


def test_words_are_found_in_any_letter_case_and_inside_others():
    assert signs_in("It HANGS At Start", SITUATIONS) == {"start", "stuck"}


def test_chinese_is_read_too():
    assert signs_in("启动就卡住了", SITUATIONS) == {"start", "stuck"}


def test_a_text_without_any_of_the_words_says_nothing():
    assert signs_in("ValueError: 3", SITUATIONS) == frozenset()


def test_only_the_beginning_of_a_long_text_is_looked_at():
    assert signs_in("x" * MOST_LOOKED_AT + " stuck", SITUATIONS) == frozenset()


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("takes 10 s on one GPU and 24 s with DataParallel over 4", True),
        ("单卡要 5 小时，两块卡要 6.5 小时", True),
        ("an epoch of 2 hours on one host, 3 hours on two", True),
        ("the watchdog gave up after 600 s", False),
        ("took 3 steps and 4 shards", False),
        ("10 s here,\n24 s in another line", False),
        ("Epoch 0:  58%|#####     | 58/100 [01:58<00:42, 2.04 s/it, took 3 s]", False),
    ],
)
def test_two_lengths_of_time_in_one_line_are_a_comparison(text, compared):
    assert ("slow" in signs_in(text, {})) == compared
