"""Words find entries: identifiers, English in any form, Chinese; and Whoosh stays behind one module."""

from pathlib import Path

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loader import load
from kb.matching.words import Words, tokens
from tests.contents import edit, write_entry


@pytest.fixture
def words(content):
    path = write_entry(content, "cold-widget")
    edit(path, "[the widget stays cold]", "[find_unused_parameters must be set, training freezes at SeqNum=1]")
    edit(path, "[小部件一直是冷的]", "[多卡训练一启动就卡死]")
    path = write_entry(content, "other-thing")
    edit(path, "[the widget stays cold]", "[the loss becomes NaN after an hour]")
    edit(path, "[小部件一直是冷的]", "[损失变成 NaN]")
    return Words(Catalogue.of(load(content)))


def terms(text):
    return [term for term, _, _ in tokens(text)]


def test_an_identifier_counts_whole_and_in_parts():
    assert terms("ncclInvalidUsage") == ["ncclinvalidusage", "nccl", "invalid", "usag"]
    assert terms("find_unused_parameters")[0] == "find_unused_parameters"


def test_chinese_is_cut_into_pairs():
    assert terms("训练卡死") == ["训练", "练卡", "卡死"]


def test_positions_are_those_of_the_text():
    text = "a find_unused 卡死"

    assert [text[start:end] for _, start, end in tokens(text)] == ["a", "find_unused", "find", "unused", "卡死"]


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


def test_no_other_module_knows_whoosh():
    kb = Path(__file__).parents[2] / "kb"

    assert [
        path.name for path in kb.rglob("*.py") if "import whoosh" in (t := path.read_text()) or "from whoosh" in t
    ] == ["words.py"]
