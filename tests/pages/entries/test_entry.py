"""Entry -> its page: related both ways, headings, honest links."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.language import speaking
from kb.pages.entries.entry import entry_page, guide_page, guides_page
from tests.shelf import make_content


@pytest.fixture
def catalogue(tmp_path):
    return Catalogue.of(load(make_content(tmp_path / "content")))


def page(catalogue, slug):
    return entry_page(catalogue.by_slug[slug], catalogue)


def test_cause_and_consequence_show_on_both_pages(catalogue):
    assert [card.title for card in page(catalogue, "duplicate-gpu").consequences.first] == ["A worker died"]
    assert [card.title for card in page(catalogue, "child-failed").causes.first] == ["Two ranks on one GPU"]


def test_the_check_that_separates_two_shows_on_both_pages(catalogue):
    for slug, other in (("duplicate-gpu", "Bad ordinal"), ("bad-ordinal", "Two ranks on one GPU")):
        (near,) = page(catalogue, slug).neighbours.first
        assert (near.card.title, near.check.html) == (other, "Read the <code>number</code>.")


def test_contents_list_every_heading_of_the_page(catalogue):
    shown = [(heading.level, heading.id) for heading in page(catalogue, "duplicate-gpu").contents]
    assert shown[:4] == [(2, "fix"), (2, "root-cause"), (3, "root-cause-a-closer-look"), (2, "symptoms")]


def test_a_guide_and_its_failures_name_each_other(catalogue):
    guide = catalogue.guides[0]
    assert [card.title for card in guide_page(guide, catalogue).failures] == ["Two ranks on one GPU"]
    assert [link.title for link in page(catalogue, "duplicate-gpu").guides] == ["Reading a log"]


BODY = "".join(
    f"## {title}\n\n这里是{title}，见[另一个](/failures/bad-ordinal/)。\n\n"
    for title in ("症状", "根本原因", "修复", "相关错误", "版本")
)


def test_a_chinese_reader_gets_the_chinese_body_where_there_is_one(tmp_path):
    root = make_content(tmp_path / "content")
    (root / "nccl/duplicate-gpu/entry.zh.md").write_text(BODY, encoding="utf-8")
    catalogue = Catalogue.of(load(root))
    with speaking("zh"):
        shown, other = page(catalogue, "duplicate-gpu"), page(catalogue, "bad-ordinal")

    assert (shown.title, shown.untranslated) == ("中文标题", False)
    assert shown.fix == "" and other.fix != "", "the fix stands once: in its section, or above an English one"
    assert [(s.id, s.title) for s in shown.sections][:2] == [("fix", "修复"), ("root-cause", "根本原因")]
    assert 'href="/zh/failures/bad-ordinal/"' in shown.sections[0].body.html
    assert other.untranslated and "Bind each process" in "".join(section.body.html for section in other.sections)
    assert page(catalogue, "duplicate-gpu").sections[0].title == "Fix"


def test_symptoms_are_in_one_language(catalogue):
    assert "卡住了" not in page(catalogue, "duplicate-gpu").symptoms
    with speaking("zh"):
        assert page(catalogue, "duplicate-gpu").symptoms == ("卡住了",)


def test_a_guide_is_chinese_where_somebody_has_written_it(tmp_path):
    root = make_content(tmp_path / "content")
    with speaking("zh"):
        (link,) = guides_page(Catalogue.of(load(root))).guides
        assert link.foreign and link.title == "Reading a log"
        (root / "guides/reading-a-log.zh.md").write_text(
            "---\ntitle: 读日志\nsummary: 怎么读。\n---\n\n先读。\n", "utf-8"
        )
        catalogue = Catalogue.of(load(root))
        (link,), guide = guides_page(catalogue).guides, guide_page(catalogue.guides[0], catalogue)
    assert (link.title, link.foreign) == ("读日志", False)
    assert (guide.title, guide.untranslated) == ("读日志", False) and "先读" in guide.body.html
