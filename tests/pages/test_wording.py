"""Every term of the schema has words in both languages."""

from __future__ import annotations

from typing import get_args

import pytest

from kb.catalogue.entry import Kind, Retry
from kb.matching.match import CONFIDENT
from kb.pages.wording import KINDS, RETRIES, confidence, count


@pytest.mark.parametrize("schema, words", [(Kind, KINDS), (Retry, RETRIES)], ids=["kind", "retry"])
def test_every_term_of_the_schema_has_words(schema, words):
    assert set(words) == set(get_args(schema))
    assert all(term.en and term.meaning.endswith(".") for term in words.values())
    assert all(any("\u4e00" <= character <= "\u9fff" for character in term.zh) for term in words.values())


def test_only_an_answer_is_called_likely():
    assert confidence(CONFIDENT) == "very likely"
    assert confidence(CONFIDENT - 0.01) == "a guess"
    assert confidence(0.95) == "almost certain"


def test_one_is_singular_and_thousands_are_grouped():
    assert (count(1, "line"), count(0, "line"), count(1234, "line")) == ("1 line", "0 lines", "1,234 lines")
    assert count(2, "entry", "entries") == "2 entries"
