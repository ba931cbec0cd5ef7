"""One language at a time: the one that was asked for, English where there is nothing else."""

from __future__ import annotations

import pytest
from django.utils import translation

from kb import language
from kb.language import address, current, either, gettext, in_chinese, ngettext, speaking


def test_english_is_said_as_it_is_written():
    assert current().code == "en" and not in_chinese()
    assert gettext("Known failure") == "Known failure"
    assert ngettext("{number} line", "{number} lines", 2) == "{number} lines"


def test_chinese_comes_from_the_catalogue():
    with speaking("zh"):
        assert in_chinese() and current().tag == "zh-Hans"
        assert gettext("Known failure") == "已知故障"
        assert ngettext("{number} line", "{number} lines", 1) == "{number} 行"


def test_what_nobody_has_translated_stays_english():
    with speaking("zh"):
        assert gettext("no such sentence") == "no such sentence"
        assert gettext("") == "", "gettext itself would answer with the catalogue's header"


def test_a_language_that_the_site_does_not_have_is_english():
    with speaking("fr"):
        assert current().code == "en" and gettext("Known failure") == "Known failure"


def test_one_language_within_another_ends_where_it_began():
    with speaking("zh"):
        with speaking("en"):
            assert not in_chinese()
        assert in_chinese()
    assert not in_chinese()


def test_the_site_says_which_language_is_current():
    with translation.override("zh"):
        assert in_chinese()
        with speaking("en"):
            assert not in_chinese(), "whoever asks here counts more"


@pytest.mark.parametrize("code, chosen", [("en", "a title"), ("zh", "标题")])
def test_of_two_texts_the_reader_gets_one(code, chosen):
    with speaking(code):
        assert either("a title", "标题") == chosen
        assert either("a title", "") == "a title"


def test_an_address_has_the_language_in_front_unless_it_is_english():
    assert address("/failures/") == "/failures/"
    assert address("/", "zh") == "/zh/"
    with speaking("zh"):
        assert address("/failures/?area=nccl") == "/zh/failures/?area=nccl"
        assert address("/", "en") == "/"


def test_marking_changes_nothing():
    assert language.marked("waits") == "waits"
    assert language.marked_words("a", "b") == ("a", "b")
    assert language.marked_plural("{n} line", "{n} lines") == ("{n} line", "{n} lines")
