"""The lines that only the failed run has, in the order in which a reader wants them."""

from kb.diagnosis.against.interest import CONTINUED, KINDS, NEAR_THE_END, most_interesting
from tests.diagnosis.against.test_said import run_of


def order(text):
    run = run_of(("", text))
    return [(said.text, KINDS[rank]) for said, rank in most_interesting(run, run)]


def test_what_was_raised_stands_before_errors_warnings_and_chatter():
    text = "hello\nW1122 10:00:00.1 7 x.py:3] slow\nthe peer refused it\nValueError: no such shape\n"

    assert order(text) == [
        ("ValueError: no such shape", "exception"),
        ("the peer refused it", "error"),
        ("W1122 10:00:00.1 7 x.py:3] slow", "warning"),
        ("hello", "other"),
    ]


def test_frames_and_their_sources_come_last():
    text = 'Traceback (most recent call last):\n  File "a.py", line 3, in main\n    train()\nKeyError: 3\nhello\n'

    assert [kind for _, kind in order(text)] == ["exception", "other", *[KINDS[CONTINUED]] * 3]


def test_a_wrapper_is_no_exception_of_its_own():
    assert (
        order("torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\nKeyError: 3\n")[0][0]
        == "KeyError: 3"
    )


def test_of_two_errors_the_rare_one_is_the_more_interesting_and_then_the_first():
    text = "send failed\n" * 50 + "bind failed\nlisten failed\n"

    assert [told for told, _ in order(text)] == ["bind failed", "listen failed", "send failed"]


def test_chatter_is_more_interesting_just_before_the_end():
    text = (
        "early words\n"
        + "".join(f"filler {'abcdefghij'[n % 10]} says it\n" for n in range(NEAR_THE_END + 5))
        + "late words\n"
    )
    told = [text for text, _ in order(text)]

    assert told.index("late words") < told.index("early words")
