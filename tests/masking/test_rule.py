"""What looks drawn by chance, and on which lines a rule looks."""

import pytest

from kb.masking.rule import Rule, looks_random


@pytest.mark.parametrize(
    "value",
    ["f81d4fae7dec11d0a765", "550e8400-e29b-41d4-a716-446655440000", "abcdefgh12345678", "wJalrXUtnFEMIKdENGbPx"],
)
def test_a_key_looks_drawn_by_chance(value):
    assert looks_random(value)


@pytest.mark.parametrize(
    "value",
    ["checkpoint-40", "0x7f12ab34cd56", "4096", "model.layers.0.self_attn", "EOS_TOKEN", "image_pad", "bfloat16"],
)
def test_a_name_does_not(value):
    assert not looks_random(value)


def test_a_long_text_is_searched_only_on_the_lines_with_a_keyword():
    rule = Rule("x", "x", ("pin",), r"(?P<s1>\d{4})", "pin 1234")
    text = "no 1111\n" * 1_000 + "pin 2222, pin 3333\nno 4444\nPIN 5555"

    found = [text[start:stop] for start, stop in rule.spans(text, text.lower())]

    assert found == ["2222", "3333", "5555"]


def test_a_value_may_stand_on_the_line_after():
    rule = Rule("x", "x", ("pin",), r"pin\n(?P<s1>\d{4})", "pin\n1234", lines=2)
    text = "a\n" * 3_000 + "pin\n2222\n3333"

    assert [text[start:stop] for start, stop in rule.spans(text, text.lower())] == ["2222"]


def test_a_rule_can_be_told_what_it_must_not_stand_in():
    rule = Rule("x", "x", ("pin",), r"pin\ (?P<s1>\d{4})", "pin 1234", unless="old")

    assert not list(rule.spans("old pin 1234", "old pin 1234"))
    assert list(rule.spans("new pin 1234", "new pin 1234"))
