"""One pass finds the lines that look like errors, whatever its size."""

import pytest

from kb.reading.errors import MOST_ERROR_LINES, find_errors
from tests.growth import growth


def test_the_line_that_ends_a_traceback_is_an_exception():
    found = find_errors(
        'Traceback:\n  raise ValueError("no")\n[rank1]: my.pkg.SomeError: no\nValueError\nall is well\n', "a.log"
    )

    assert [(line.line, line.text, line.rank, line.file) for line in found.exceptions()] == [
        (3, "[rank1]: my.pkg.SomeError: no", "1", "a.log"),
        (4, "ValueError", "", "a.log"),
    ]


@pytest.mark.parametrize(
    "wrapper",
    ["torch.multiprocessing.spawn.ProcessRaisedException:", "subprocess.CalledProcessError: Command x failed"],
)
def test_an_exception_that_only_carries_another_is_an_error_line_but_no_exception(wrapper):
    found = find_errors(f"{wrapper}\nKeyError: 'lr'\n")

    assert [line.line for line in found.lines] == [1, 2]
    assert [line.line for line in found.exceptions()] == [2]


def test_advice_and_source_code_are_no_error_lines():
    assert find_errors("For debugging consider passing X on error\n  raise ValueError(x)\n").lines == []


def test_the_same_line_of_eight_ranks_is_shown_once():
    assert len(find_errors("".join(f"[rank{n}]: ValueError: x\n" for n in range(8))).lines) == 1


def test_chinese_errors_are_errors():
    assert [line.line for line in find_errors("开始\n错误：找不到文件\n").lines] == [2]


@pytest.mark.parametrize("unit", ["error ", "ValueError: x\n", "\x0berror", "a_Error\n" + "x" * 50], ids=repr)
def test_twice_the_log_takes_about_twice_the_time_never_four_times(unit):
    once, twice = (unit * (size // len(unit)) for size in (8_000_000, 16_000_000))

    assert len(find_errors(once).lines) <= MOST_ERROR_LINES
    assert growth(lambda: find_errors(once), lambda: find_errors(twice), 3.5) < 3.5


def test_an_exception_that_python_ignored_ended_nothing():
    ignored = (
        "Exception ignored in: <function Worker.__del__ at 0x7f12>\n"
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3/site-packages/vllm/worker.py", line 3, in __del__\n'
        "AttributeError: 'Worker' object has no attribute 'queue'\n"
    )
    errors = find_errors(f"{ignored}RuntimeError: no device is left\n")

    assert [line.text for line in errors.exceptions()] == ["RuntimeError: no device is left"]


def test_the_source_line_that_a_traceback_quotes_is_no_error_line_and_what_follows_it_is():
    log = (
        "[rank1]: Traceback (most recent call last):\n"
        '[rank1]:   File "/opt/tbe/multiprocess_util.py", line 91, in run\n'
        "[rank1]:     key, func, args, kwargs = self.task_q.get(timeout=TIMEOUT)\n"
        '[rank1]:   File "<string>", line 2, in get\n'
        "[rank1]: TimeoutError: the queue is empty\n"
    )
    assert [line.line for line in find_errors(log).lines] == [5]


def test_what_fails_to_do_something_is_an_error():
    assert [line.line for line in find_errors("Fail to get sq reg virtual addr, deviceId=2\nall well\n").lines] == [1]


def test_what_collect_env_did_not_find_is_no_error():
    assert not find_errors("CUDA runtime version: Could not collect\ncuDNN version: Could not collect\n").lines


def test_where_ranks_tore_a_message_apart_it_stands_on_the_line_below():
    torn = "RuntimeError: work = default_pg.broadcast([tensor], opts): \nNCCL error in: a.cpp:911, invalid usage\n"
    (line,) = find_errors(torn).exceptions()

    assert (line.line, line.text) == (2, "NCCL error in: a.cpp:911, invalid usage")
    assert line.bare == "RuntimeError: NCCL error in: a.cpp:911, invalid usage"


LOGGING = """\
--- Logging error ---
Traceback (most recent call last):
  File "/opt/conda/lib/python3.8/logging/__init__.py", line 1088, in emit
    stream.write(msg + self.terminator)
BrokenPipeError: [Errno 32] Broken pipe
Call stack:
  File "/opt/conda/lib/python3.8/site-packages/deepspeed/launcher/launch.py", line 187, in sigkill_handler
    logger.info(f"Main process received {sig_names[signum]}, exiting")
Message: 'Main process received SIGINT, exiting'
Arguments: ()
"""


def test_what_logging_could_not_write_ended_nothing():
    assert find_errors(LOGGING).exceptions() == []
    assert [line.text for line in find_errors(LOGGING + "ValueError: bad batch\n").exceptions()] == [
        "ValueError: bad batch"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "FatalError: `Termination signal` is detected by the operating system.",
        "FatalError: A serious error (Termination signal) is detected by the operating system. (at init.cc:303)",
    ],
)
def test_a_process_of_paddles_that_was_told_to_stop_raised_nothing(line):
    summary = "----------------------\nError Message Summary:\n----------------------\n"

    assert find_errors(summary + line + "\n").exceptions() == []
    assert find_errors(summary + line.replace("Termination signal", "Segmentation fault") + "\n").exceptions()
