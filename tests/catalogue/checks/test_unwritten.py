"""What the template wrote, or nobody translated, does not pass."""

import pytest

from kb.catalogue.drafting.template import PROMPTS
from tests.catalogue.checks.broken import messages_after

BODY = "Nobody called frobnicate before using it."


@pytest.mark.parametrize("prompt", PROMPTS.values())
def test_a_sentence_of_the_template_is_no_text(content, prompt):
    wrapped = prompt.replace(" ", "\n", 1)

    assert messages_after(content, BODY, f"Something more. {wrapped}") == [
        f"'## Root cause' still has {prompt!r}: write it instead"
    ]


def test_a_line_that_is_still_to_do_is_not_done(content):
    assert messages_after(content, BODY, f"{BODY}\n\nTODO: say when") == [
        "'## Root cause' still has 'TODO: say when': write it instead"
    ]


def test_a_title_that_is_still_to_do_is_not_done(content):
    assert messages_after(content, "title: About it", "title: 'TODO: a headline'") == ["title is still to be written"]


@pytest.mark.parametrize(
    ("old", "key"), [("小部件未初始化", "title"), ("没有人调用初始化函数。", "summary"), ("先调用它。", "fix")]
)
def test_english_is_no_chinese(content, old, key):
    assert messages_after(content, old, "The widget is cold") == [
        f"zh.{key} has no Chinese character: write it in Chinese"
    ]


def test_a_symptom_may_be_a_line_of_a_log_but_not_all_of_them(content):
    assert messages_after(content, "[小部件一直是冷的]", "[小部件一直是冷的, 'ValueError: cold']") == []


def test_symptoms_without_any_chinese_are_not_translated(content):
    assert any(
        "symptoms.zh has no Chinese" in text for text in messages_after(content, "小部件一直是冷的", "it is cold")
    )
