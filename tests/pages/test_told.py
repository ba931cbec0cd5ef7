"""A text that nobody has translated says so to browsers and screen readers."""

from __future__ import annotations

from kb.language import speaking
from kb.pages.told import told


def test_on_an_english_page_nothing_is_marked():
    assert (told("read `rank`").html, told("read `rank`").lang) == ("read <code>rank</code>", "")


def test_on_a_chinese_page_english_is_marked_and_chinese_is_not():
    with speaking("zh"):
        assert told("read it").lang == ' lang="en"'
        assert told("看 `rank`").lang == ""


def test_nothing_is_nothing():
    assert not told("")
