"""Beside a result stands the one phrase that is nearest to the query, in the query's language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.language import speaking
from kb.lookup.quote import quote, told
from kb.matching.words.index import index_of
from tests.contents import edit, write_entry


@pytest.fixture
def entry(content):
    path = write_entry(content, "cold-widget")
    edit(path, "[the widget stays cold]", "[the widget stays cold, training freezes after an hour]")
    edit(path, "[小部件一直是冷的]", "[多卡训练一启动就卡死]")
    return Catalogue.of(load(content)).entries[0]


def quoted(entry, query):
    return quote(entry, query, told(query, index_of([entry])))


def test_the_words_of_the_query_are_marked(entry):
    pieces = quoted(entry, "freezing")
    assert ("freezes", True) in pieces
    assert "".join(text for text, _ in pieces) == "training freezes after an hour"


def test_a_chinese_query_gets_a_chinese_phrase_without_half_words_marked(entry):
    assert quoted(entry, "多卡训练卡死") == (("多卡训练一启动就卡死", False),)


def test_a_word_of_both_languages_is_quoted_in_the_readers(entry):
    symptoms = replace(entry.front.symptoms, zh=("GPU 0 上 OOM",), en=("OOM on GPU 0", "the kernel warns"))
    entry = replace(entry, front=replace(entry.front, symptoms=symptoms))
    assert "".join(text for text, _ in quoted(entry, "oom")) == "OOM on GPU 0"
    with speaking("zh"):
        assert "".join(text for text, _ in quoted(entry, "oom")) == "GPU 0 上 OOM"
        assert "".join(text for text, _ in quoted(entry, "kernel")) == "the kernel warns"


def test_no_shared_word_no_phrase(entry):
    assert quoted(entry, "turbine") == () == quoted(entry, "损失")
