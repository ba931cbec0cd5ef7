"""A failed run beside a good one: what is new, how far it came, what it stopped saying."""

from dataclasses import fields
from itertools import product

import pytest

from kb.diagnosis.against.compare import MOST_NEW, compared
from kb.diagnosis.against.said import Run
from kb.diagnosis.against.shapes import Shapes
from kb.reading.text.stretches import stretches

GOOD = "".join(
    [
        "joining the group\n",
        "WARN no plugin, using the internal one\n",
        *(f"step {n} loss {9 / (n + 1)}\n" for n in range(90)),
        "saved\n",
    ]
)
FAILED = (
    "joining the group\nWARN no plugin, using the internal one\nstep 0 loss 8.1\nstep 1 loss 7\nstep 2 loss 6.5\n"
    "ConnectionError: peer 3 is gone\nshutting down\n"
)


def difference(failed, good):
    shapes = Shapes()
    runs = Run(shapes), Run(shapes)
    for run, files in zip(runs, (failed, good), strict=True):
        for name, text in [("", files)] if isinstance(files, str) else files:
            for stretch in stretches(text):
                run.add(name, stretch)
    return compared(*runs)


def test_only_what_the_good_run_never_says_is_new():
    found = difference(FAILED, GOOD)

    assert [(one.line.line, one.line.text, one.kind) for one in found.new] == [
        (6, "ConnectionError: peer 3 is gone", "exception"),
        (7, "shutting down", "other"),
    ]
    assert (found.new_count, found.good_lines) == (2, GOOD.count("\n"))


def test_how_far_it_came_and_what_the_good_run_says_next():
    found = difference(FAILED, GOOD)

    assert (found.reached.here.line, found.reached.there.line) == (5, 3)
    assert [line.text for line in found.expected] == ["saved"]


def test_what_it_stopped_saying_has_its_last_line_in_both():
    (step,) = difference(FAILED, GOOD).stopped

    assert (step.here.line, step.here.text, step.here.count) == (5, "step 2 loss 6.5", 3)
    assert (step.there.text, step.there.count) == (f"step 89 loss {9 / 90}", 90)


def test_what_both_say_while_they_end_does_not_hide_where_it_failed():
    found = difference("begin\nKeyError: 3\nclosing the group\n", "begin\nepoch 1 done\nclosing the group\n")

    assert (found.reached.here.text, [line.text for line in found.expected]) == ("begin", ["epoch 1 done"])


def test_two_runs_that_say_the_same_have_no_difference():
    found = difference(GOOD.replace("9", "8"), GOOD)

    assert (found.new, found.expected, found.stopped) == ((), (), ())


def test_a_run_that_failed_at_once_is_told_how_the_good_one_begins():
    found = difference("KeyError: 3\n", "hello\nworld of tensors\n")

    assert found.reached is None and [line.text for line in found.expected] == ["hello", "world of tensors"]


def test_the_ranks_of_one_job_are_compared_together():
    found = difference([("rank0.log", "hello\n"), ("rank1.log", "hello\nKeyError: 3\n")], [("good.log", "hello\n")])

    assert [(one.line.file, one.line.line) for one in found.new] == [("rank1.log", 2)]


def test_secrets_are_masked_wherever_a_line_is_shown():
    token = "hf_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3f"
    found = difference(f"hello\nlogin with {token} failed\n", f"hello\nlogged in with token={token}\n")
    shown = [one.line.text for one in found.new] + [line.text for line in found.expected]

    assert token not in " ".join(shown) and found.masked == 2


def test_the_list_is_bounded_and_the_whole_is_counted():
    words = ["".join(letters) for letters in product("abcde", repeat=2)]
    found = difference("".join(f"{word} failed\n" for word in words), "hello\n")

    assert (len(found.new), found.new_count) == (MOST_NEW, len(words))


@pytest.mark.parametrize(("failed", "good"), [("", ""), ("", GOOD), (FAILED, ""), ("\n\n", "=====\n")])
def test_empty_logs_are_compared_too(failed, good):
    try:
        found = difference(failed, good)
    except Exception as error:
        assert type(error).__name__ == "Unreadable"
    else:
        assert all(hasattr(found, field.name) for field in fields(found))
