"""What is open when a page opens: in the order of need, as much as fits."""

from __future__ import annotations

from kb.pages.entries.room import MOST_WORDS, PER_PART, opened, words


def test_markup_is_no_word_and_two_chinese_signs_are_one():
    assert words("<p>two <b>words</b></p><p>and</p>", "third") == 4
    assert words("多卡训练") == 1 + 2


def test_the_most_needed_come_first_and_a_smaller_one_still_fits():
    room = MOST_WORDS - 3 * PER_PART
    assert opened(0, [("fix", room - 10), ("cause", 11), ("run", 10)]) == {"fix", "run"}


def test_where_all_is_taken_nothing_is_open():
    assert opened(MOST_WORDS, [("fix", 1)]) == frozenset()
