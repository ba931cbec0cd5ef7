"""The fix in short: what stands alone at the top of a Fix section."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from kb.catalogue.digest import fix_in_short, message, retry_of, warnings, where
from kb.catalogue.loading.loader import load
from kb.catalogue.loading.parsing.front_matter import Section
from kb.catalogue.schema.entry import Entry, Signature
from kb.language import speaking
from tests.contents import CHINESE, write_entry


def short(fix: str) -> str:
    return fix_in_short(Entry("nccl", "x", Path("x"), None, (Section("Fix", 1, fix),)))


def known_by(*signatures: Signature) -> str:
    front = SimpleNamespace(printed=signatures)
    return message(Entry("nccl", "x", Path("x"), front, ()))


def test_people_know_a_failure_by_its_first_decisive_line():
    hint, proof = Signature("it failed", proof="supporting"), Signature("rank <int> of <path> died", proof="decisive")
    assert known_by(hint, proof) == "rank … of … died"
    assert known_by(hint) == "it failed"
    assert known_by() == ""


def test_a_line_that_is_cut_before_what_differs_says_so():
    assert known_by(Signature("operation timeout: WorkNCCL(", proof="decisive")).endswith("WorkNCCL(…")
    assert known_by(Signature("completed NCCL work: ", proof="decisive")).endswith("work:")


def test_an_escaped_hole_is_a_word_of_the_line():
    assert known_by(Signature(r"in \<module>", proof="decisive")) == "in <module>"


def test_first_paragraph_and_first_code_block():
    fix = "Do this.\n\nOr that.\n\n```bash\nthis\n\n  --now\n```\n\n```bash\nthat\n```"
    assert short(fix) == "Do this.\n\n```bash\nthis\n\n  --now\n```"


def test_a_paragraph_below_the_code_is_still_the_first():
    assert short("```bash\nthis\n```\n\nThat was it.") == "That was it.\n\n```bash\nthis\n```"


@pytest.mark.parametrize("opening", ["### Quick\n\n", "- a list\n\n", "1. a list\n\n", "> a quote\n\n"])
def test_headings_lists_and_quotes_are_passed_over(opening):
    assert short(f"{opening}Do this.") == "Do this."


def test_a_list_is_better_than_nothing():
    assert short("- do this\n- or that") == "- do this\n- or that"


def test_a_fence_of_four_may_hold_one_of_three():
    assert short("Do.\n\n````text\n```\ninner\n```\n````") == "Do.\n\n````text\n```\ninner\n```\n````"


def test_a_missing_fix_is_empty():
    assert short("") == ""


def test_in_chinese_it_is_the_sentence_and_the_block_that_somebody_has_written(content):
    path = write_entry(content, "it")
    with speaking("zh"):
        assert fix_in_short(load(content).entries[0]) == "先调用它。\n\n```python\nwidget.frobnicate()\n```"
        (path.parent / "entry.zh.md").write_text(CHINESE, encoding="utf-8")
        assert "widget.frobnicate()  # 只要一次" in fix_in_short(load(content).entries[0])
    assert fix_in_short(load(content).entries[0]).startswith("Call it first:")


def warned(fix: str) -> tuple[str, ...]:
    return warnings(Entry("nccl", "x", Path("x"), None, (Section("Fix", 1, fix),)))


def test_what_not_to_do_is_told_apart_from_what_to_do():
    fix = (
        "Call it first.\n\n**Do not raise the timeout**: it only makes you\nwait longer. Then start again.\n\n"
        "```bash\nnever # in code\n```\n\n- Never as root.\n- Avoid `x`. Doing so helps."
    )

    assert warned(fix) == (
        "Do not raise the timeout: it only makes you wait longer.",
        "Never as root.",
        "Avoid `x`.",
    )
    assert warned("Nothing to avoid here. It does not matter.") == ()


def test_most_entries_say_what_not_to_do(catalogue):
    told = [warnings(entry) for entry in catalogue]

    assert sum(map(bool, told)) > len(told) / 2
    assert all(len(text) < 600 for texts in told for text in texts)


def test_the_rest_stands_at_an_address_or_is_shown_by_a_command():
    entry = Entry("nccl", "x", Path("x"), None, ())

    assert (where(entry, "http://h"), where(entry, "")) == ("http://h/failures/x/", "rankdown show x")


@pytest.mark.parametrize(
    "kind, retry, printed_by, told",
    [
        ("error", "change-first", "", "Do not retry unchanged: it will fail again."),
        (
            "error",
            "change-first",
            "survivors",
            "Find what ended the other process first: that decides whether a retry helps.",
        ),
        ("slow", "change-first", "", "Do not retry unchanged: it will be as slow again."),
        ("slow", "as-is", "", "Retry as it is: the cause is transient."),
        ("harmless", "as-is", "", "Nothing to do: the job is not affected."),
    ],
)
def test_whether_to_retry_is_said_for_its_kind(kind, retry, printed_by, told):
    front = SimpleNamespace(kind=kind, retry=retry, printed_by=printed_by)

    assert retry_of(Entry("nccl", "x", Path("x"), front, ())) == told
