"""What is open when a page opens: the same parts on every entry, and what is short; never more than 800 words."""

from __future__ import annotations

from kb.pages.entries.room import MOST_WORDS, SHORT, characters, opened, words

PARTS = {"fix": 200, "symptoms": 50, "root-cause": 100, "tell-apart": SHORT + 1, "chain": SHORT}


def test_markup_is_no_word_and_two_chinese_signs_are_one():
    assert words("<p>two <b>words</b></p><p>and</p>", "third") == 4
    assert words("多卡训练") == 1 + 2


def test_chinese_is_counted_by_its_signs_and_other_words():
    assert characters("<p>多卡训练 rank 0</p>") == 4 + 2


def test_fix_cause_and_symptoms_are_open_and_whatever_is_short():
    assert opened(0, PARTS.items()) == {"fix", "symptoms", "root-cause", "chain"}


def test_where_that_is_too_much_the_least_needed_closes_and_the_fix_never():
    assert opened(MOST_WORDS - 340, PARTS.items()) == {"fix", "root-cause", "chain"}
    assert opened(MOST_WORDS, PARTS.items()) == {"fix", "chain"}
