"""CONTRIBUTING.md as a page, in both languages."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.conf import settings

from kb.catalogue.checks.chinese import BLOCK, chinese_guides_say_the_same
from kb.catalogue.schema.guide import ChineseGuide, Guide
from kb.language import speaking
from kb.pages.about.contributing import CHINESE, ENGLISH, contributing_page

HEADING = re.compile(r"^(#+) ", re.MULTILINE)
# The files of an entry, at the top: up to here their names, then what they are.
NAMES = 44


@pytest.fixture(scope="module")
def texts() -> tuple[str, str]:
    """The English file and the Chinese one, its links as they are from the repository's root."""
    english, chinese = ((settings.BASE_DIR / name).read_text(encoding="utf-8") for name in (ENGLISH, CHINESE))
    return english, chinese.replace("](../", "](")


def differences(english: str, chinese: str) -> list[str]:
    """What check_content would say of a guide and its translation: headings, code, inline code, figures, links."""
    told = ChineseGuide("贡献", "贡献一个条目", chinese)
    guide = Guide("contributing", settings.BASE_DIR / "x.md", "Contributing", "", english, (), told)
    return [problem.message for problem in chinese_guides_say_the_same(SimpleNamespace(guides=(guide,)))]


def test_the_page_is_the_file_with_its_headings():
    page = contributing_page(settings.BASE_DIR)
    assert page.title == "Contributing an entry"
    assert "For whom" in [heading.title for heading in page.body.headings]
    assert "<h1" not in page.body.html


def test_a_link_into_the_repository_leads_there(monkeypatch, tmp_path):
    (tmp_path / "CONTRIBUTING.md").write_text("# Hello\n\nSee [`kb/x`](kb/x) and [out](https://example.org).\n")
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    html = contributing_page(tmp_path).body.html
    assert 'href="https://git.example/o/n/blob/main/kb/x"' in html and 'href="https://example.org"' in html


def test_without_a_repository_such_a_link_is_only_its_text(monkeypatch, tmp_path):
    (tmp_path / "CONTRIBUTING.md").write_text("# Hello\n\nSee [`kb/x`](kb/x).\n")
    monkeypatch.setattr(settings, "REPO", "")
    assert "<p>See <code>kb/x</code>.</p>" in contributing_page(tmp_path).body.html


def test_a_chinese_reader_gets_the_chinese_file_and_nothing_in_english(client):
    english, chinese = (client.get(f"{root}/contributing/").content.decode() for root in ("", "/zh"))

    assert '<h2 id="for-whom">For whom</h2>' in english and "写给谁看" not in english
    assert '<h2 id="写给谁看">写给谁看</h2>' in chinese and "For whom" not in chinese
    for page in (english, chinese):
        assert page.count(' lang="') == 2, "the page's own, and the switch's"


def test_a_link_of_the_chinese_file_leads_to_the_same_place(monkeypatch, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / CHINESE).write_text("# 你好\n\n见 [`kb/x`](../kb/x)、[甲](a.md) 和[外面](https://example.org)。\n")
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")
    with speaking("zh"):
        html = contributing_page(tmp_path).body.html
    for address in ("https://git.example/o/n/blob/main/kb/x", "https://git.example/o/n/blob/main/docs/a.md"):
        assert f'href="{address}"' in html
    assert 'href="https://example.org"' in html


def test_both_files_say_the_same(texts):
    english, chinese = texts
    own, theirs = (HEADING.findall(BLOCK.sub("", text)) for text in texts)

    assert differences(english, chinese) == []
    assert own == theirs and len(own) > 10


def test_the_files_of_an_entry_are_the_same_in_both(texts):
    own, theirs = ([line[:NAMES] for line in text.splitlines() if line.startswith("    content/")] for text in texts)

    assert own == theirs and len(own) == 5


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("## 样例\n", "", "headings"),
        ("make tables ", "make table ", "code block"),
        ("](kb/catalogue/schema/facts.py)", "](kb/catalogue/fact.py)", "link"),
        ("`aliases:`", "别名", "inline code"),
        ("150 个词", "160 个词", "figure"),
    ],
)
def test_what_one_of_them_lacks_is_found(texts, old, new, said):
    english, chinese = texts
    assert old in chinese
    assert any(said in message for message in differences(english, chinese.replace(old, new)))
