"""Pages as Markdown: all that the page says, the fix first, links that lead to Markdown again."""

from __future__ import annotations

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.language import speaking
from kb.plain.documents import check_document, entry_document, guide_document
from tests.shelf import DUPLICATE, make_content


@pytest.fixture
def shelf(tmp_path):
    return Catalogue.of(load(make_content(tmp_path / "content")))


def test_an_entry_begins_with_its_message_and_has_the_fix_before_the_mechanism(shelf):
    text = entry_document(shelf.by_slug["duplicate-gpu"], shelf)

    assert text.startswith(
        "# Two ranks on one GPU\n\n```text\nDuplicate GPU detected : rank … and rank … both on CUDA device …\n```\n"
    )
    assert text.index("## Fix") < text.index("## Root cause")
    assert "torch.cuda.set_device(local_rank)  # <b>not bold</b>" in text


def test_an_entry_says_whether_to_retry_how_often_it_is_met_and_what_proves_it(shelf):
    text = entry_document(shelf.by_slug["duplicate-gpu"], shelf)

    assert "Retry: change something first. Started again as it is, it fails the same way." in text
    assert "Met in 8 of 20 sampled reports." in text
    assert f"Decisive\n\n```text\n{DUPLICATE}\n```" in text
    assert "<https://example.org/thread>: the `message`" in text


def test_links_between_entries_lead_to_their_markdown(shelf):
    text = entry_document(shelf.by_slug["duplicate-gpu"], shelf)

    assert f"- [Bad ordinal]({settings.SITE_URL}/failures/bad-ordinal.md): Read the `number`." in text
    assert f"## What it leads to\n\n- [A worker died]({settings.SITE_URL}/failures/child-failed.md)" in text


def test_a_section_without_a_word_is_left_out(shelf):
    assert "## Tell it apart" not in entry_document(shelf.by_slug["child-failed"], shelf)


def test_a_guide_is_its_own_text_and_its_failures(shelf):
    text = guide_document(shelf.guides[0], shelf)

    assert text.startswith("# Reading a log\n\nWhere to look first.\n\n## First\n\nLook up.")
    assert f"[Two ranks on one GPU]({settings.SITE_URL}/failures/duplicate-gpu.md)" in text


def test_a_check_says_what_each_outcome_means(shelf):
    text = check_document(shelf.checks[0], shelf)

    assert "```bash\nnvidia-smi\n```" in text
    assert f"\n  - proves [Two ranks on one GPU]({settings.SITE_URL}/failures/duplicate-gpu.md)\n  - rules out" in text
    assert "I can't do that now.\n  - Says nothing of any failure." in text


def test_every_real_page_becomes_a_document(catalogue):
    documents = [entry_document(entry, catalogue) for entry in catalogue]
    documents += [check_document(check, catalogue) for check in catalogue.checks]
    documents += [guide_document(guide, catalogue) for guide in catalogue.guides]

    assert all(text.startswith("# ") and text.count("```") % 2 == 0 for text in documents)


def test_in_chinese_all_that_is_translated_is_chinese_and_links_stay_there(shelf):
    with speaking("zh"):
        text = entry_document(shelf.by_slug["duplicate-gpu"], shelf)
        check = check_document(shelf.checks[0], shelf)

    assert text.startswith("# 中文标题\n") and "中文摘要。" in text
    assert f"({settings.SITE_URL}/zh/failures/bad-ordinal.md): 看 `number`。" in text
    assert "## 修复" in text and "## Fix" not in text
    assert check.startswith("# 每块 GPU 上有几个进程？") and "有一块上有两个。" in check
