"""Words find entries: identifiers, English in any form, Chinese."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
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


def test_an_entry_that_something_else_speaks_for_is_found_behind_the_best(words):
    found = words.search("freezes, freezes in training, loss", limit=1, beside=["other-thing"])

    assert [item.entry.slug for item in found] == ["cold-widget", "other-thing"]


def test_every_entry_that_has_a_word_gets_a_score(words):
    assert list(words.scores("loss freezes NaN")) == ["other-thing", "cold-widget"]


def test_an_entry_without_the_rare_word_of_a_query_loses_of_its_score(words):
    alone, beside_a_rare_word = words.scores("widget"), words.scores("widget loss")
    assert beside_a_rare_word["cold-widget"] < 0.8 * alone["cold-widget"]
    assert beside_a_rare_word["other-thing"] > alone["other-thing"], "it has both words"


def test_the_words_that_query_and_entry_share_come_in_the_order_of_the_query(words):
    entry = words.search("find_unused_parameters")[0].entry

    assert words.shared("it freezes, find_unused_parameters, zebra", entry)[0] == "freez"


def test_a_few_entries_are_weighed_as_a_search_of_all_weighs_them(words):
    found = {one.entry.slug: one.score for one in words.search("training freezes, the loss is NaN")}

    assert words.scores_of("training freezes, the loss is NaN", ["other-thing"]) == {
        "other-thing": found["other-thing"]
    }
    assert words.scores_of("zebra", ["other-thing"]) == {}
