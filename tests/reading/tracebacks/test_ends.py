"""The exception is the line below the last frame, whatever its class is called."""

import pytest

from kb.reading.errors import find_errors
from kb.reading.tracebacks.ends import LONGEST, exceptions_in

FRAMES = 'Traceback (most recent call last):\n  File "/home/a/train.py", line 12, in <module>\n    main()\n    ^^^^^^\n'


def ends(text: str) -> list[str]:
    told = text.encode()
    return [told[start : end.stop].decode() for start, end in exceptions_in(told).items()]


@pytest.mark.parametrize(
    "line",
    [
        "queue.Empty",
        "socket.timeout: timed out",
        "wandb.errors.Error: call init first",
        "Exception: no",
        "KeyError: 'x'",
    ],
)
def test_any_class_may_end_a_traceback(line):
    assert ends(f"{FRAMES}{line}\nmore\n") == [line]
    assert [error.text for error in find_errors(f"{FRAMES}{line}\nmore\n").exceptions()] == [line]


@pytest.mark.parametrize(
    "line",
    ["KeyboardInterrupt", "SystemExit: 1", "2026-11-23 loss 3.2", "and so it ended", '  File "b.py", line 3, in f'],
)
def test_what_is_no_exception_ends_none(line):
    assert ends(f"{FRAMES}{line}\n") == []
    assert find_errors(f"{FRAMES}{line}\n").exceptions() == []


def test_lines_of_other_ranks_stand_between():
    own = "".join(f"[rank1]: {line}\n[rank0]: step 7\n" for line in FRAMES.splitlines())

    assert ends(f"{own}[rank1]: queue.Empty\n") == ["[rank1]: queue.Empty"]


@pytest.mark.parametrize(
    "front",
    [
        "worker-2: ",
        "2: ",
        "[1,2]<stderr>:",
        "[pod/worker-1/pytorch] ",
        "worker-1 pytorch ",
        "Oct 03 04:11:5{n} node01 train[4112]: ",
        "2026-10-03T04:11:52.10{n}Z ",
        "node01 | 04:11:5{n} | ",
    ],
)
def test_whatever_stands_in_front_is_told_by_the_first_line(front):
    lines = "".join(f"{front.format(n=n)}{line}\n" for n, line in enumerate([*FRAMES.splitlines(), "KeyError: 'x'"]))
    ((_, end),) = exceptions_in(lines.encode()).items()

    assert lines[end.said : end.stop] == "KeyError: 'x'"
    (error,) = find_errors(lines).exceptions()
    assert (error.bare, error.own.code) == ("KeyError: 'x'", "main()")


def test_an_exception_of_another_process_ends_no_traceback():
    assert ends("".join(f"worker-2: {line}\n" for line in FRAMES.splitlines()) + "worker-3: queue.Empty\n") == []


def test_a_logger_may_have_begun_the_first_line_alone():
    assert ends(f"2026-11-23 ERROR {FRAMES}queue.Empty\n") == ["queue.Empty"]


def test_one_after_the_other_and_one_in_the_other():
    assert ends(f"{FRAMES}a.B\n\nDuring handling of it:\n\n{FRAMES}c.D: e\n") == ["a.B", "c.D: e"]
    assert ends(f"{FRAMES}{FRAMES}c.D: e\n") == ["c.D: e"]


def test_without_a_frame_or_without_an_end_there_is_none():
    assert ends("Traceback (most recent call last):\nqueue.Empty\n") == []
    assert ends(FRAMES) == []
    assert ends(FRAMES.replace("    main()\n", "    main()\n" * LONGEST) + "queue.Empty\n") == []


def test_an_exception_that_was_ignored_ended_nothing():
    assert find_errors(f"Exception ignored in: <function f>\n{FRAMES}queue.Empty\n").exceptions() == []
