"""Words find entries: identifiers, English in any form, Chinese."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loader import load
from kb.language import speaking
from kb.matching.words.index import index_of
from kb.matching.words.search import Words
from tests.contents import edit, write_entry


@pytest.fixture
def words(content):
    path = write_entry(content, "cold-widget")
    edit(path, "[the widget stays cold]", "[find_unused_parameters must be set, training freezes at SeqNum=1]")
    edit(path, "[小部件一直是冷的]", "[多卡训练一启动就卡死]")
    path = write_entry(content, "other-thing")
    edit(path, "[the widget stays cold]", "[the loss becomes NaN after an hour]")
    edit(path, "[小部件一直是冷的]", "[损失变成 NaN]")
    entries = Catalogue.of(load(content)).entries
    return Words({entry.slug: entry for entry in entries}, [entry.slug for entry in entries], index_of(entries))


@pytest.mark.parametrize(
    "query",
    [
        "find_unused_parameters",
        "it freezes in training",
        "unused parameter",
        "SeqNum=1",
        "启动就卡死了",
        "多卡 卡死 怎么办",
    ],
)
def test_what_people_type_finds_the_entry(words, query):
    assert words.search(query)[0].entry.slug == "cold-widget"


@pytest.mark.parametrize(
    "query", ["", "the and of", "zzzz", "((((", '"', "*:*", "slug:other", "a" * 10_000, "<script>"]
)
def test_nothing_is_found_for_nothing_and_no_query_is_a_language(words, query):
    assert words.search(query) == () or query == "slug:other"


def test_the_excerpt_marks_the_words_and_escapes_nothing(words):
    excerpt = words.search("freezes")[0].excerpt

    assert ("freezes", True) in excerpt
    assert "".join(text for text, _ in excerpt).count("freezes") == 1


def test_the_excerpt_is_the_one_phrase_that_has_most_of_the_words(words):
    text = "".join(text for text, _ in words.search("NaN loss after an hour")[0].excerpt)

    assert text == "the loss becomes NaN after an hour"


def test_half_a_chinese_word_is_not_marked(words):
    excerpt = words.search("多卡训练卡死")[0].excerpt

    assert excerpt == (("多卡训练一启动就卡死", False),)


def test_the_words_that_query_and_entry_share_come_in_the_order_of_the_query(words):
    entry = words.search("find_unused_parameters")[0].entry

    assert words.shared("it freezes, find_unused_parameters, zebra", entry)[0] == "freez"


@pytest.mark.parametrize(
    ("code", "query", "shown"),
    [
        ("en", "NaN", "the loss becomes NaN after an hour"),
        ("zh", "NaN", "损失变成 NaN"),
        ("zh", "hour", "没有人调用初始化函数。"),
        ("en", "损失", "损失变成 NaN"),
    ],
)
def test_the_excerpt_is_in_the_readers_language_where_it_has_the_word(words, code, query, shown):
    with speaking(code):
        assert "".join(text for text, _ in words.search(query)[0].excerpt) == shown
