"""A body in Chinese has the sections, commands, names, figures and links of the English one."""

from __future__ import annotations

import pytest

from kb.catalogue.checks.chinese import untranslated
from kb.catalogue.loading.loader import load
from tests.catalogue.checks.broken import problems_of
from tests.contents import CHINESE as PLAIN
from tests.contents import edit, write_entry

CHINESE = (
    PLAIN.replace("小部件摸上去是冷的。", "小部件摸上去是冷的，`widget.hot` 为 false，持续 1,200 秒。")
    .replace("没有人先调用它。", "没有人先调用 `frobnicate`。")
    .replace("没有看起来像它的错误。", "没有看起来像它的错误：见[同类](https://example.org/alike)。")
)


@pytest.fixture
def entry(content):
    path = write_entry(content, "it")
    edit(path, "The widget is cold to the touch.", "The widget is cold, `widget.hot` is false, for 1,200 seconds.")
    edit(path, "Nobody called frobnicate before using it.", "Nobody called `frobnicate` before.")
    edit(path, "There are none that look like it.", "There are none: see [its kin](https://example.org/alike).")
    return path


def after(entry, old="", new=""):
    """Problems of the Chinese file after one edit of it."""
    assert old in CHINESE
    (entry.parent / "entry.zh.md").write_text(CHINESE.replace(old, new, 1) if old else CHINESE, encoding="utf-8")
    return problems_of(entry.parents[2])


def test_a_faithful_translation_has_no_problem(entry):
    assert after(entry) == []


@pytest.mark.parametrize(
    "old, new, line, message",
    [
        ("`widget.hot` 为 false", "是冷的", 1, "inline code of the English text is missing: widget.hot"),
        ("`frobnicate`", "`frobnicate`、`thaw`", 5, "inline code that the English text has not: thaw"),
        ("1,200", "1,300", 1, "figure of the English text is missing: 1200"),
        ("widget.frobnicate()", "widget.thaw()", 13, "the code block differs in more than comments"),
        ("```python\nwidget.frobnicate()  # 只要一次\n```\n", "", 9, "0 code blocks, but the English text has 1"),
        ("https://example.org/alike", "https://example.org/other", 17, "link of the English text is missing"),
        ("没有人先调用 `frobnicate`。", "Nobody called `frobnicate`.", 5, "no Chinese character"),
        ("## 版本", "## 历史", 21, "'## 历史' is not a section"),
        ("## 症状", "---\ntitle: 标题\n---\n\n## 症状", 1, "must begin with '## 症状'"),
    ],
)
def test_what_differs_is_named_with_its_line(entry, old, new, line, message):
    told = after(entry, old, new)

    assert (line, True) in [(at, text.startswith(message)) for at, text in told], told


def test_sections_stand_in_the_order_of_the_english_ones(entry):
    text = CHINESE.replace("## 症状", "## X").replace("## 根本原因", "## 症状").replace("## X", "## 根本原因")
    (entry.parent / "entry.zh.md").write_text(text, encoding="utf-8")

    assert any("in this order: ## 症状" in message for _, message in problems_of(entry.parents[2]))


def test_comments_may_be_translated_and_stand_elsewhere(entry):
    assert after(entry, "widget.frobnicate()  # 只要一次", "# 只要一次\nwidget.frobnicate()") == []


def test_what_only_looks_like_a_comment_is_code(entry):
    edit(entry, "widget.frobnicate()", "#SBATCH --nodes=2\nwidget.frobnicate()")

    assert any("code block differs" in message for _, message in after(entry))


GUIDE = "---\ntitle: A guide\nsummary: How to read it.\n---\n\nRead `it`.\n\n## First\n\nOnce.\n"
CHINESE_GUIDE = "---\ntitle: 一篇指南\nsummary: 怎么读。\n---\n\n读 `it`。\n\n## 第一\n\n一次。\n"


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("", "", ""),
        ("`it`", "它", "inline code of the English text is missing: it"),
        ("## 第一\n\n", "", "0 headings, but the English guide has 1"),
        ("一篇指南", "A guide", "title and summary have no Chinese character"),
    ],
)
def test_a_guide_keeps_the_same_rules(content, old, new, message):
    write_entry(content, "it")
    (content / "guides").mkdir()
    (content / "guides" / "reading.md").write_text(GUIDE, encoding="utf-8")
    (content / "guides" / "reading.zh.md").write_text(CHINESE_GUIDE.replace(old, new), encoding="utf-8")

    told = [text for _, text in problems_of(content)]
    assert [text[: len(message)] for text in told] == ([message] if message else [])


SOURCE = "supports: everything"


@pytest.mark.parametrize(
    "chinese, message",
    [
        ("全部", ""),
        ("everything, again", "sources.zh has no Chinese character"),
        ("见 `b`，共 3 处", "sources.zh: inline code of the English text is missing: a"),
    ],
)
def test_a_source_a_note_or_a_check_says_the_same_in_chinese(entry, chinese, message):
    english = "what `a` says in 3 places" if "`" in chinese else "everything"
    edit(entry, SOURCE, f'supports: "{english}"\n    zh: "{chinese}"')
    assert [text for _, text in after(entry)] == ([message] if message else [])


def test_what_is_missing_in_chinese_is_listed_once_the_body_is_there(entry):
    root = entry.parents[2]
    assert list(untranslated(load(root))) == []
    after(entry)
    missing = [(one.message, one.line) for one in untranslated(load(root))]
    assert missing == [("sources has no zh", 18), ("reproduction has no zh", 21)]
    edit(entry, SOURCE, f"{SOURCE}\n    zh: 全部\n    departs: no\n    departs_zh: 无")
    edit(entry, "  not_run: needs a widget", "  not_run: needs a widget\n  zh: 需要一个小部件")
    edit(entry, "    proof: decisive", "    proof: decisive\n    versions: seen in 2020\n    zh: 见于 2020 年")
    assert list(untranslated(load(root))) == []


def test_versions_of_a_line_and_a_reason_say_the_same_in_chinese(entry):
    edit(entry, "    proof: decisive", "    proof: decisive\n    versions: seen in 2020\n    zh: 见于 2021 年")
    edit(entry, "  not_run: needs a widget", "  not_run: needs a widget\n  zh: widget")
    assert [text for _, text in after(entry)] == [
        "signatures.zh: figure of the English text is missing: 2020",
        "reproduction.zh has no Chinese character",
    ]
