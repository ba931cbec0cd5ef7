"""Typos become the words of the entries; words that are right stay."""

from __future__ import annotations

import pytest

from kb.lookup.spelling import corrected, vocabulary

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
    assert corrected(typed, {*WORDS, "nccl", "failed"}.__contains__, WORDS) == meant


def test_the_vocabulary_counts_the_words_of_titles_symptoms_and_messages(catalogue):
    words = vocabulary(catalogue)
    assert words["timeout"] > 20 and words["ncclinvalidusage"] > 0
