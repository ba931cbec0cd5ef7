"""Every term of the schema has words in both languages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import get_args

import pytest

from kb.catalogue.schema.entry import Kind, Retry
from kb.language import speaking
from kb.matching.match import CONFIDENT
from kb.pages.wording import KINDS, RETRIES, confidence, entries, lines, retry_of


@pytest.mark.parametrize("schema, words", [(Kind, KINDS), (Retry, RETRIES)], ids=["kind", "retry"])
def test_every_term_of_the_schema_has_words(schema, words):
    assert set(words) == set(get_args(schema))
    assert all(term.name and term.meaning.endswith(".") for term in words.values())
    with speaking("zh"):
        assert all(_is_chinese(term.name) and _is_chinese(term.meaning) for term in words.values())


def of(kind, retry, printed_by=""):
    return retry_of(SimpleNamespace(kind=kind, retry=retry, printed_by=printed_by))


@pytest.mark.parametrize("kind", get_args(Kind))
def test_what_to_do_with_the_job_is_said_for_its_kind(kind):
    told = {of(kind, retry).meaning for retry in get_args(Retry)}
    assert len(told) == (1 if kind == "harmless" else 3)
    with speaking("zh"):
        assert all(_is_chinese(of(kind, retry).meaning) for retry in get_args(Retry))


def test_a_harmless_line_asks_for_nothing_and_a_slow_job_stays_slow():
    assert of("harmless", "as-is").name == "nothing to do"
    assert of("slow", "change-first").meaning == "Started again as it is, it is as slow."
    assert of("error", "change-first").meaning == "Started again as it is, it fails the same way."


def test_of_a_survivor_nobody_knows_whether_it_would_fail_again():
    told = of("error", "change-first", "survivors").meaning

    assert told == "What ended the other process decides whether to retry."
    assert of("error", "as-is", "survivors").meaning == of("error", "as-is").meaning


def _is_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def test_only_an_answer_is_called_likely():
    assert confidence(CONFIDENT) == "very likely"
    assert confidence(CONFIDENT - 0.01) == "a guess"
    assert confidence(0.95) == "proved by the log"


def test_one_is_singular_and_thousands_are_grouped():
    assert (lines(1), lines(0), lines(1234)) == ("1 line", "0 lines", "1,234 lines")
    assert entries(2) == "2 entries"
