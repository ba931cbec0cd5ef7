"""Whether an exception is the reader's own: what the answer rests on, so that in doubt it is not."""

from __future__ import annotations

import pytest

from kb.reading.errors import find_errors
from kb.reading.tracebacks.own_error import error_in, is_own

OWN = 'Traceback (most recent call last):\n  File "/home/anna/train.py", line 60, in main\n    {code}\n'
CALLED = OWN + '  File "/usr/lib/python3/site-packages/PIL/Image.py", line 9, in open\n    raise X(fp)\n'


def found(text, code="x = batch['image'].cuda()", frames=OWN):
    (line,) = find_errors(f"{frames.format(code=code)}{text}\n").exceptions()
    return line


@pytest.mark.parametrize(
    "text",
    [
        "KeyError: 'image'",
        "TypeError: 'int' object is not callable",
        "NameError: x",
        "ModuleNotFoundError: No module named 'peft_utils'",
        "FileNotFoundError: [Errno 2] No such file or directory: 'eval.json'",
        "RuntimeError: shape '[8, -1]' is invalid for input of size 12289",
        "ValueError: not enough values to unpack (expected 2, got 1)",
    ],
)
def test_what_the_interpreter_raises_in_the_readers_line_is_the_readers(text):
    assert is_own(found(text))


def test_what_the_readers_code_raises_or_asserts_itself_is_the_readers():
    assert is_own(found("ValueError: sample 7 has 4 channels", "raise ValueError(told)"))
    assert is_own(found("my.project.OddSampleError: 7", "raise OddSampleError(told)"))
    assert is_own(found("AssertionError", "assert image.shape[0] == 3"))
    assert not is_own(found("ValueError: only one element tensors can be converted", "n = int(loss)"))


@pytest.mark.parametrize("text", ["KeyError: 'RANK'", "TypeError: f() got an unexpected argument 'device_mesh'"])
def test_words_of_the_job_may_be_of_a_known_failure(text):
    assert not is_own(found(text))
    assert not is_own(found("IndexError: 3", frames=OWN.replace("train.py", "data_parallel.py")))


def test_what_a_library_raised_is_the_readers_only_where_its_rank_stopped_the_others():
    line = found("UnidentifiedImageError: cannot identify image file", frames=CALLED)
    assert line.own.line == 60 and not is_own(line) and is_own(line, stopped=True)


def test_the_readers_own_raise_that_stopped_the_others_is_the_readers_whatever_its_words():
    line = found("ValueError: boom: shards differ", 'raise ValueError("boom: shards differ")')
    assert not is_own(line) and is_own(line, stopped=True)


def test_without_a_frame_of_the_reader_nothing_is_the_readers():
    (line,) = find_errors("KeyError: 'image'\n").exceptions()
    assert not is_own(line, stopped=True)


def test_a_workers_own_exception_is_what_it_sent_along():
    carried = f"KeyError: Caught KeyError in DataLoader worker process 0.\nOriginal {OWN.format(code='y')}KeyError: 7"
    assert error_in(find_errors(carried).exceptions()[0]) == "KeyError: 7"
    assert error_in(found("KeyError: 'image'")) == "KeyError: 'image'"
