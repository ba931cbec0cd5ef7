"""No single file can slow down the start or a page."""

import pytest

from kb.markdown import render
from tests.catalogue.checks.broken import messages_after, problems_of
from tests.contents import edit, write_entry

BODY = "Nobody called frobnicate before using it."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("leads_to: []", f"aliases: [{', '.join(f'was-{n}' for n in range(21))}]", "21 aliases, but at most 20"),
        ("[the widget stays cold]", f"[{', '.join(f'cold {n}' for n in range(31))}]", "31 symptoms.en, but at most 30"),
        ("[the widget stays cold]", f"[{'cold ' * 100}]", "symptoms.en has 499 characters, but at most 300"),
        ("summary: The", f"summary: {'very ' * 400}", "summary has"),
        ("summary: The", f"summary: A {'[' * 41}", "more than 40 of ["),
        ("[the widget stays cold]", f"[{', '.join('x' * 300)}]", "300 items, but at most 200 are read"),
    ],
)
def test_what_is_too_much_is_said_with_the_limit(content, old, new, message):
    assert any(message in text for text in messages_after(content, old, new))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("cold " * 7000, "at most 30,000 are allowed"),
        ("[" * 300, "has 300 of ["),
        ("![" * 5000, "has 5000 of ["),
        ("a\n-\n" * 300, "has 300 of ["),
        ("1. " * 1000, "nested too deep"),
        ("> " * 1000, "nested too deep"),
        ("    " * 20 + "- deep", "nested too deep"),
    ],
)
def test_a_body_that_takes_long_to_render_is_refused(content, body, message):
    (found,) = messages_after(content, BODY, f"{BODY}\n\n{body}")

    assert found.startswith("'## Root cause' has ") and message in found


def test_a_log_in_a_code_block_may_have_any_number_of_brackets(content):
    log = "\n".join("[rank0]: <frozen>" for _ in range(300))

    assert messages_after(content, BODY, f"{BODY}\n\n```text\n{log}\n```") == []


@pytest.mark.parametrize("unit", ["[", "![", "[a](", "<a ", "# a\n", "a\n=\n", "---\n"])
def test_the_worst_body_that_passes_can_be_rendered(content, unit):
    """It ends at all: without the limits, 30,000 characters of some of these take minutes."""
    body = unit * 199
    assert messages_after(content, BODY, f"{BODY}\n\n{body}") == []

    assert render(body).html is not None


def test_a_guide_has_the_same_limits(content):
    (content / "guides").mkdir()
    (content / "guides" / "g.md").write_text(f"---\ntitle: T\nsummary: S.\n---\n{'[' * 300}\n")

    assert problems_of(content)[0][1].startswith("the guide has 300 of [")


def test_samples_are_few_and_short(content):
    path = write_entry(content, "it")
    for n in range(20):
        (path.parent / "samples" / f"{n}.log").write_text("widget it was not frobnicated in time\n")
    (path.parent / "samples" / "real.log").write_text("widget it was not frobnicated in time\n" * 2000)

    messages = [text for _, text in problems_of(content)]

    assert messages == [
        "21 samples, but at most 20 are allowed: keep one for each wording",
        "76,000 bytes, but at most 64,000 are allowed: cut it to the lines that tell",
    ]


def test_reports_are_few_and_short(content):
    path = write_entry(content, "it").with_name("reported.txt")
    path.write_text("It stays cold.\n" * 201 + "cold " * 400, encoding="utf-8")

    messages = [text for _, text in problems_of(content)]

    assert [text.split(",")[0] for text in messages] == ["202 reports", "a report has at most 1"]


def test_a_rule_of_stars_and_a_table_are_no_nesting(content):
    body = "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n-----\n\n**bold** *and* more"

    assert messages_after(content, BODY, f"{BODY}\n\n{body}") == []


def test_the_line_of_a_text_that_is_too_long_is_its_own(content):
    line = edit(write_entry(content, "it"), "  fix: 先调用它。", f"  fix: {'先' * 2000}")

    assert problems_of(content) == [
        (line, "zh.fix has 2000 characters, but at most 1500 are allowed: say it in fewer words")
    ]
