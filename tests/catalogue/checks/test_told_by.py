"""What people say of an outcome is short, has holes that a sentence may have, and tells that outcome only."""

import pytest

from tests.catalogue.checks.broken import problems_of
from tests.contents import edit, write_check, write_entry

COLD = "    excludes: [second]\n"
WARM = "    speaks_against: [first]\n"


@pytest.fixture
def check(content):
    write_entry(content, "first")
    write_entry(content, "second")
    return write_check(content)


def messages(check, cold=(), warm=()):
    for after, items in ((COLD, cold), (WARM, warm)):
        if items:
            edit(check, after, after + "    told_by:\n" + "".join(f"      - {item!r}\n" for item in items))
    return [message for _, message in problems_of(check.parents[1])]


def test_sentences_that_differ_are_sound(check):
    assert messages(check, ["the widget is <any>cold", "小部件是冷的"], ["<int> widgets are warm"]) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("the widget has <hex>", "a sentence has no <hex>: only <any>, <int> and the phrases of phrases.yaml"),
        ("<any> is", "'<any> is' is too short to tell anything"),
    ],
)
def test_what_no_sentence_has_is_refused(check, words, message):
    assert messages(check, [words]) == [message]


def test_one_sentence_tells_one_outcome(check):
    assert messages(check, ["the widget is cold"], ["the widget is cold"]) == [
        "'the widget is cold' tells another outcome too"
    ]
