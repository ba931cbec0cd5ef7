"""A value of the reader's own log: it can be read, a sample shows it, and the fix has a safe place for it."""

import pytest

from tests.catalogue.checks.broken import messages_after

BELOW = "leads_to: []"


def with_value(text):
    return f"values:\n  - {{name: port, zh: 端口, {text}}}\nleads_to: []"


def test_a_value_that_a_line_holds_is_no_problem(content):
    assert messages_after(content, BELOW, with_value("lines: ['widget <word> was not']")) == []


def test_a_line_without_a_hole_holds_nothing(content):
    (message,) = messages_after(content, BELOW, with_value("lines: ['widget was not']"))

    assert message.startswith("a value is what a hole holds")


def test_a_sample_has_to_show_it(content):
    (message,) = messages_after(content, BELOW, with_value("lines: ['gadget port: <int>,']"))

    assert message == "no line of the entry's samples shows it: correct the line, or add a sample that does"


@pytest.mark.parametrize("hole", ["<any>", "<path>", "<int> <int>"])
def test_what_goes_into_a_command_is_one_number_or_plain_word(content, hole):
    messages = messages_after(content, BELOW, with_value(f"lines: ['widget {hole} was not'], replaces: frobnicate"))

    assert any("a log could bring anything else" in message for message in messages)


def test_what_it_replaces_stands_in_the_fix_of_both_languages(content):
    messages = messages_after(content, BELOW, with_value("lines: ['widget <word> was not'], replaces: '29500'"))

    assert [message.split(":")[0] for message in messages] == [
        "'29500' does not stand in the fix in short (en)",
        "'29500' does not stand in the fix in short (zh)",
    ]


def test_values_are_few(content):
    many = "values:\n" + "  - {name: port, zh: 端口, lines: ['widget <word> was not']}\n" * 7 + "leads_to: []"

    assert "at most 6 are allowed" in messages_after(content, BELOW, many)[-1]
