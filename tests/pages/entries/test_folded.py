"""A page opens with what most readers need; the rest is a click away."""

from __future__ import annotations

from kb.pages.entries.folded import folded


def test_the_first_show_and_the_rest_is_folded():
    assert (folded("abcde", 2).first, folded("abcde", 2).more) == (("a", "b"), ("c", "d", "e"))


def test_a_single_one_is_not_worth_a_fold():
    assert (folded("abc", 2).first, folded("abc", 2).more) == (("a", "b", "c"), ())


def test_nothing_is_false():
    assert not folded("", 2) and folded("a", 2)


def test_its_length_counts_both_parts():
    assert len(folded("abcde", 2)) == 5
