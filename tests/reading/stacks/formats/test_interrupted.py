"""Ctrl-C on a frozen job prints where each process stood."""

import pytest

from tests.reading.stacks.reading import blocks, functions, stacks

TRACEBACK = """\
Traceback (most recent call last):
  File "/home/me/train.py", line 17, in <module>
    main()
  File "/home/me/train.py", line 7, in load_batch
    time.sleep(1000)
    ^^^^^^^^^^^^^^^^
{end}
"""


def test_the_frames_above_a_keyboard_interrupt_innermost_first():
    lines = TRACEBACK.format(end="KeyboardInterrupt").splitlines()
    (block,) = blocks("".join(f"[rank2]: {line}\n" for line in lines))

    assert (block.printed_by, functions(block.said[0])) == ("2", ["load_batch", "<module>"])


def test_where_a_program_failed_is_not_where_it_stood():
    assert blocks(TRACEBACK.format(end="ValueError: no")) == []


def test_an_exception_before_the_interrupt_does_not_take_its_frames():
    text = TRACEBACK.format(end="RuntimeError: closed") + "\n" + TRACEBACK.format(end="KeyboardInterrupt")

    assert [(block.line, len(block.said[0].frames)) for block in blocks(text)] == [(9, 2)]


WAITS = """\
{begin}Traceback (most recent call last):
  File "train.py", line 17, in <module>
    main()
  File "train.py", line 7, in main
    batch = next(loader)
  File "/usr/lib/python3.10/threading.py", line {last}
"""


def test_the_last_line_may_be_missing_where_only_an_interrupt_leads_out():
    (stack,) = stacks(WAITS.format(begin="", last="320, in wait\n    waiter.acquire()\n"))

    assert functions(stack) == ["wait", "main", "<module>"]
    assert blocks(WAITS.format(begin="", last="893, in start\n    _start_new_thread(self._bootstrap, ())\n")) == []


def test_the_echo_of_ctrl_c_says_it_too():
    (stack,) = stacks("step 12\n" + WAITS.format(begin="^C", last="893, in start\n    _start(self)") + "```\n")

    assert functions(stack)[0] == "start"
    assert blocks(WAITS.format(begin="^C", last="893, in start") + "RuntimeError: can't start new thread\n") == []


def test_without_its_first_line_the_last_one_tells_where_it_leads_to_own_code():
    frames = TRACEBACK.format(end="KeyboardInterrupt").partition("\n")[2]
    (block,) = blocks(f"It hangs, I pressed Ctrl-C:\n```\n{frames}```\n")

    assert (block.line, functions(block.said[0])) == (3, ["load_batch", "<module>"])
    assert blocks(frames.replace("KeyboardInterrupt", "ValueError: no")) == []
    assert blocks(frames.replace("/home/me/train.py", "/usr/lib/python3.10/queue.py")) == []


CHILD = """\
Error in atexit._run_exitfuncs:
Traceback (most recent call last):
  File "/usr/lib/python3.7/multiprocessing/popen_fork.py", line 28, in poll
    pid, sts = os.waitpid(self.pid, flag)
KeyboardInterrupt
"""


def test_a_process_that_waits_for_its_child_at_the_end_stands_nowhere():
    assert blocks(CHILD) == []


def test_one_that_waits_for_a_child_needs_no_last_line():
    text = """\
Traceback (most recent call last):
  File "/home/u/train.py", line 70, in main
    worker.join()
  File "/usr/lib/python3.10/multiprocessing/process.py", line 149, in join
    res = self._popen.wait(timeout)
  File "/usr/lib/python3.10/multiprocessing/popen_fork.py", line 43, in wait
    return self.poll(os.WNOHANG if timeout == 0.0 else 0)
"""
    assert [functions(stack) for stack in stacks(text)] == [["wait", "join", "main"]]
    assert stacks(text + "RuntimeError: no\n") == []


CALLBACK = """\
Exception ignored in atexit callback: <function _MultiProcessingDataLoaderIter._clean_up_worker at 0x7f9c62150360>
Traceback (most recent call last):
  File "/opt/env/lib/python3.12/site-packages/torch/utils/data/dataloader.py", line 1703, in _clean_up_worker
    w.join(timeout=_utils.MP_STATUS_CHECK_INTERVAL)
  File "/opt/env/lib/python3.12/multiprocessing/process.py", line 149, in join
    res = self._popen.wait(timeout)
  File "/opt/env/lib/python3.12/multiprocessing/popen_fork.py", line 40, in wait
    if not wait([self.sentinel], timeout):
"""


@pytest.mark.parametrize("end", ["", "KeyboardInterrupt:\n"])
def test_what_python_calls_at_the_end_is_not_where_the_program_stood(end):
    assert blocks(CALLBACK + end) == []


CUT = """\
When I killed it, it was here:

  File "/home/u/train.py", line 70, in fit
    batch = next(loader)
  File "/home/u/feed.py", line 12, in fetch
    item = self.done.wait()
  File "/usr/lib/python3.10/threading.py", line 607, in wait
    signaled = self._cond.wait(timeout)
  File "/usr/lib/python3.10/threading.py", line 320, in wait
    waiter.acquire()
    ^^^^^^^^^^^^^^^^
"""


@pytest.mark.parametrize("behind", ["", "\nThat is all.\n", "```\n"])
def test_frames_without_their_first_and_last_line_that_end_where_nothing_but_an_interrupt_ends(behind):
    assert [functions(stack) for stack in stacks(CUT + behind)] == [["wait", "wait", "fetch", "fit"]]


@pytest.mark.parametrize(
    "other",
    [
        CUT + "RuntimeError: no\n",
        CUT + "queue.Empty\n",
        CUT.replace("/home/u/", "/usr/lib/python3.10/site-packages/torch/"),
        CUT.rpartition("  File")[0].rpartition("  File")[0],
    ],
)
def test_frames_of_which_more_or_less_is_known_are_no_interrupt(other):
    assert stacks(other) == []
