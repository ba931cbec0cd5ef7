"""Lines become what a person says: sentence by sentence, joined where they were wrapped; programs say nothing."""

import pytest

from kb.reading.text.statements import BREAK, said, statements_in


def texts(text):
    return [statement.text for statement in statements_in(text.split("\n"))]


def test_sentences_of_a_line_stand_apart():
    assert texts("It hangs. Version 2.1 too!") == [f"ithangs.{BREAK}version2.1too!{BREAK}"]


@pytest.mark.parametrize(
    "text",
    [
        "已尝试 NCCL_P2P_DISABLE=1\n，但是没有效果",
        "I have tried NCCL_P2P_DISABLE=1, and nothing else so far,\nBut it is the same",
        "I tried it\nand it is the same",
    ],
    ids=["goes on with a comma", "a full line", "goes on in small letters"],
)
def test_a_wrapped_sentence_is_one_with_its_lines(text):
    (statement,) = statements_in(text.split("\n"))
    assert statement.line_at(0)[0] == 1
    assert statement.line_at(len(statement.text) - 1) == (2, text.split("\n")[1])


@pytest.mark.parametrize(
    "text",
    ["It hangs\n\nand more", "It hangs\nToo", "I have tried all of these settings, one after the other:\n- a"],
    ids=["paragraph", "a short line", "a list"],
)
def test_what_does_not_go_on_stands_apart(text):
    assert len(texts(text)) == 2


@pytest.mark.parametrize(
    "line",
    [
        "[rank0]: it does not help",
        "2026-01-02 10:00:00 it does not help",
        "W0930 13:46:40.693000 it does not help",
        "INFO it does not help",
        "srun: error: it does not help",
        "ValueError: it does not help",
        "train.py:12 it does not help",
        "host:123:124 [0] NCCL INFO it does not help",
        "  traceback : it does not help",
    ],
)
def test_a_program_says_nothing(line):
    assert texts(line) == []


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("NCCL_P2P_DISABLE to 1", "nccl_p2p_disable=1"),
        ("NCCL_P2P_DISABLE 设为 1", "NCCL_P2P_DISABLE=1"),
        ("`NCCL_P2P_DISABLE`='1'", "NCCL_P2P_DISABLE=1"),
        ("it doesn’t help", "it does not help"),
        ("it didnt help", "it did not help"),
        ("单卡，正常", "单卡,正常"),
        ("single-GPU", "single GPU"),
    ],
)
def test_one_spelling_stands_for_all(text, other):
    assert said(text) == said(other)


def test_numbers_that_are_no_setting_stay():
    assert said("from 0 to 100 %, exit code -9") == "from0to100%,exitcode-9"
