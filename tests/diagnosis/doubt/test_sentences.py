"""What somebody says of a failure is not shown as the line that looks like it."""

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "my training froze after epoch 1, gpu util 100% on all gpus, no error",
        "no rank was killed, no exit code 137 or so, it is just stuck",
        'What does "Some NCCL operations have failed or timed out" mean?',
        "Is it safe to just restart? log says NCCL remote error",
        "训练卡住了，没有任何报错，error 也没有",
    ],
)
def test_a_sentence_is_no_error_line(matcher, text):
    assert matcher.match_text(text).error_lines == ()


@pytest.mark.parametrize("line", ["permission denied /dev/infiniband", "train.py FAILED", "Aborted (core dumped)"])
def test_a_few_words_that_a_program_printed_are_one(matcher, line):
    assert [error.text for error in matcher.match_text(line).error_lines] == [line]


def test_beside_a_log_only_a_whole_sentence_is_left_out(matcher):
    said, log = (
        "it fails with this and I do not know why, no error\n",
        "[rank0]: ValueError: the batch has not failed\n",
    )
    assert [error.line for error in matcher.match_text(said + log).error_lines] == [2]
