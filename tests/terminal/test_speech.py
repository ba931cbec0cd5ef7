"""Which language a command answers in, by option and by locale."""

import json

import pytest

from kb.terminal.speech import of_locale
from tests.contents import CHINESE, write_entry
from tests.terminal.door import SAMPLE, rankdown

NO_LOCALE = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}


@pytest.mark.parametrize(
    ("around", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW"}, "zh"),
        ({"LC_ALL": "", "LANG": "zh"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh-Hans"}, "zh"),
    ],
)
def test_the_locale_says_it_as_for_other_programs(around, code):
    assert of_locale(around) == code


def test_an_answer_is_in_the_language_of_the_locale_and_an_option_says_otherwise():
    chinese = {"LANG": "zh_CN.UTF-8", "LC_ALL": ""}

    assert "不要原样重试" in rankdown("match", SAMPLE, **chinese).stdout.decode()
    assert "Do not retry unchanged" in rankdown("match", SAMPLE, "--lang", "en", **chinese).stdout.decode()
    assert "不要原样重试" in rankdown("match", SAMPLE, "--lang", "zh", **NO_LOCALE).stdout.decode()


def test_what_is_for_programs_does_not_depend_on_the_locale():
    titles = [
        json.loads(rankdown("match", SAMPLE, "--json", *words, LC_ALL="zh_CN.UTF-8").stdout)["matches"][0]["title"]
        for words in ([], ["--lang", "zh"])
    ]

    assert titles[0].isascii() and not titles[1].isascii()


def test_an_entry_is_shown_with_its_chinese_body_where_it_has_one(content):
    path = write_entry(content, "first")
    around = NO_LOCALE | {"RANKDOWN_CONTENT": str(content)}
    before = rankdown("show", "first", "--lang", "zh", **around).stdout.decode()
    path.with_name("entry.zh.md").write_text(CHINESE, encoding="utf-8")
    after = rankdown("show", "first", "--lang", "zh", **around).stdout.decode()
    english = rankdown("show", "first", **around).stdout.decode()

    assert before.startswith("# 小部件未初始化\n") and "About first" not in before
    assert "先调用它。" in before and "Call it first:" in before
    assert "## 修复\n\n先调用它：" in after and "Call it first:" not in after
    assert english.startswith("# About first\n") and "先调用它" not in english


def test_a_language_that_is_not_spoken_is_bad_usage():
    shown = rankdown("show", "first", "--lang", "de")

    assert shown.returncode == 2 and b"invalid choice: 'de'" in shown.stderr
