"""What Markdown would take away from a short text is found before anybody reads the rest of it."""

import pytest

from tests.catalogue.checks.broken import messages_after

SUPPORTS, FIX = "    supports: everything", "  fix: 先调用它。"


LOST = [
    'if __name__ == "__main__": main()',
    "grep libnccl /proc/<pid>/maps",
    "2*cp",
    "rm /dev/shm/nccl-* 即可",
    "_foreach_mul_ 报错",
    r"grep '\[rank'",
    "a &lt; b",
    "`一半",
    ">=0.46",
    "1. 先看",
]


@pytest.mark.parametrize("lost", LOST)
def test_a_sign_that_would_vanish_is_found(content, lost):
    (message,) = messages_after(content, FIX, f"  fix: |-\n    {lost}先调用它")

    assert message.startswith("zh.fix: Markdown would change") and message.endswith("put what is code in backticks")


@pytest.mark.parametrize("lost", LOST)
def test_in_backticks_it_stays(content, lost):
    code = lost.replace("`", "")

    assert messages_after(content, FIX, f"  fix: |-\n    先调用它：`{code}`。") == []


@pytest.mark.parametrize("kept", ["MASTER_ADDR 和 cp_comm_type", "16 != 4 * 2 * 1", "a < b", "<最小的卡数>", "x ** 2"])
def test_what_stays_as_it_is_passes(content, kept):
    assert messages_after(content, FIX, f"  fix: 先调用它：{kept}。") == []


def test_every_short_text_is_looked_at(content):
    assert messages_after(content, SUPPORTS, "    supports: files named <rank>.pkl") == [
        "sources.supports: Markdown would change '<rank>.pkl'; put what is code in backticks"
    ]


def test_a_title_and_a_summary_are_shown_without_markup(content):
    (message,) = messages_after(content, "summary: The", "summary: In `main`, the")

    assert message == "summary: Markdown would change '`main`,'; it is shown as it is: say it in words"


def test_the_places_of_two_titles_are_no_tags(content):
    advice = 'tell_apart: [{slug: it, check: "In <this> it is cold, in <that> warm."}]'

    assert not any("Markdown" in text for text in messages_after(content, "leads_to: []", f"leads_to: []\n{advice}"))
