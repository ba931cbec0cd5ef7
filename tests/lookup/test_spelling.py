"""Typos become the words of the entries; words that are right stay."""

from __future__ import annotations

from difflib import get_close_matches

import pytest

from kb.lookup.spelling import LEAST_ALIKE, Vocabulary, corrected, vocabulary

WORDS = {"timeout": 40, "rendezvous": 9, "allreduce": 12, "checkpoint": 7}


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("nccl timout", "nccl timeout"),
        ("Rendevous failed", "rendezvous failed"),
        ("allredcue", "allreduce"),
        ("nccl timeout", ""),
        ("卡住 timeout", ""),
        ("zzzqqq", ""),
        ("", ""),
    ],
)
def test_an_unknown_word_becomes_the_nearest_known_one(typed, meant):
    assert corrected(typed, {*WORDS, "nccl", "failed"}.__contains__, Vocabulary.of(WORDS)) == meant


def test_the_vocabulary_counts_the_words_of_titles_symptoms_and_messages(catalogue):
    words = vocabulary(catalogue).uses
    assert words["timeout"] > 20 and words["ncclinvalidusage"] > 0


@pytest.mark.parametrize("typo", ["timout", "chekpoint", "rendevous", "alreduce", "gradeint", "distibuted", "zeroth"])
def test_what_is_left_out_unseen_would_not_have_been_near(catalogue, typo):
    words = vocabulary(catalogue)
    near = get_close_matches(typo, words.uses, n=3, cutoff=LEAST_ALIKE)

    assert words.nearest(typo) == max(near, key=words.uses.get, default="")
