"""What faulthandler and gdb's py-bt print, in Python 3.8 to 3.14, and what programs print of their own threads."""

import pytest

from kb.diagnosis.frozen.standings import find_standings
from kb.reading.stacks.stack import Frame
from tests.reading.stacks.reading import blocks, functions, stacks

TWO_PROCESSES = """\
Current thread 0x00007f9663ff9b80 (most recent call first):
  File "/opt/env/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py", line 3252 in all_reduce
  File "/home/me/train.py", line 12 in train_step
Current thread 0x00007f37a2c77b80 (most recent call first):
  File "/home/me/train.py", line 7 in load_batch
"""

FATAL = """\
Fatal Python error: Segmentation fault

Thread 0x00007f2e93fff640 (most recent call first):
  File "/srv/scheduler.py", line 462 in watchdog_thread
  File "/usr/lib/python3.10/threading.py", line 953 in run

Current thread 0x00007f2ea0870640 (most recent call first):
  File "/usr/local/lib/python3.10/dist-packages/torch/distributed/distributed_c10d.py", line 2501 in all_reduce
  File "/srv/model.py", line 20 in forward
  ...

Extension modules: numpy, torch._C (total: 2)
"""

PY_BT = """\
Traceback (most recent call first):
  <built-in method sleep of module object at remote 0x7ff61dc8f330>
  File "/home/me/train.py", line 7, in load_batch
    time.sleep(1000)
  File "/home/me/train.py", line 17, in <module>
    main()
[Inferior 1 (process 28172) detached]
"""


def test_two_processes_are_two_blocks():
    first, second = blocks(TWO_PROCESSES)

    assert (first.line, functions(first.said[0])) == (1, ["all_reduce", "train_step"])
    assert (second.line, second.said[0].frames) == (4, (Frame("load_batch", "/home/me/train.py", 7),))


def test_of_a_crash_the_current_thread_comes_first_and_says_how_it_ended():
    (block,) = blocks(FATAL)

    assert [stack.thread for stack in block.said] == ["00007f2ea0870640", "00007f2e93fff640"]
    assert functions(block.said[0]) == ["all_reduce", "forward"]
    assert block.said[0].ended == "Segmentation fault"


def test_srun_labels_tell_two_ranks_apart():
    lines = zip(FATAL.splitlines(), FATAL.replace("all_reduce", "barrier").splitlines(), strict=True)
    found = blocks("".join(f"0: {one}\n1: {other}\n" for one, other in lines))

    assert [(block.printed_by, functions(block.said[0])[0]) for block in found] == [
        ("0", "all_reduce"),
        ("1", "barrier"),
    ]


def test_named_threads_of_python_3_14():
    (stack,) = stacks('Thread 0x00007f1 [loader] (most recent call first):\n  File "a.py", line 3 in load\n')

    assert functions(stack) == ["load"]


def test_py_bt_has_the_source_below_each_frame():
    (stack,) = stacks(PY_BT)

    assert (stack.source, functions(stack)) == ("py-bt", ["load_batch", "<module>"])


def test_a_thread_that_collects_garbage_says_so_above_its_frames():
    text = FATAL.replace('first):\n  File "/usr/local', 'first):\n  Garbage-collecting\n  File "/usr/local')

    assert functions(stacks(text)[0]) == ["all_reduce", "forward"]


def test_a_thread_without_frames_is_no_stack():
    assert blocks("Thread 0x00007f1 (most recent call first):\n  <no Python frame>\nfine\n") == []


RECIPE = """\

# Thread: MainThread(139870071547712)
File: "/home/me/train.py", line 281, in <module>
  trainer.train()
File: "/opt/env/lib/python3.9/site-packages/transformers/trainer.py", line 3410, in _pad_across_processes
  sizes = self._nested_gather(size).cpu()

# Thread: Thread-3(139870071547999)
File: "/usr/lib/python3.9/threading.py", line 930, in _bootstrap
  self._bootstrap_inner()
File: "/usr/lib/python3.9/threading.py", line 312, in wait
  waiter.acquire()
"""


def test_threads_have_their_frames_innermost_first():
    main, other = stacks(RECIPE)

    assert (main.thread, other.thread) == ("MainThread(139870071547712", "Thread-3(139870071547999")
    assert main.frames[1] == Frame("<module>", "/home/me/train.py", 281)
    assert functions(other) == ["wait", "_bootstrap"]


@pytest.mark.parametrize(
    "line",
    [
        "-- Thread ID: 139870071547712 ---",
        "# ThreadID: 139870071547712",
        "thread 139870071547712:",
        "Thread 139870071547712 ================",
        "--- Thread 139870071547712 ---",
        "Stack for thread 139870071547712",
    ],
)
def test_the_line_of_a_thread_in_whichever_words(line):
    frames = '  File "train.py", line 3, in <module>\n    f()\n    ^^^\n  File "train.py", line 1, in f\n    g()\n'

    assert functions(stacks(f"{line}\n{frames}")[0]) == ["f", "<module>"]


def test_a_line_that_names_a_thread_is_no_dump():
    assert blocks("# Thread: 3 of 4 started\nThread 139870071547712 has 3 jobs\nstep 2\n") == []


def test_only_the_current_thread():
    (stack,) = stacks("""\
Timeout (0:00:30)!
Stack (most recent call first):
  File "/usr/lib/python3.12/socket.py", line 707 in readinto
  File "/home/u/a/train.py", line 12 in fetch
""")
    assert functions(stack) == ["readinto", "fetch"]


def test_python_3_14_names_the_thread_and_shows_c():
    (stack,) = stacks("""\
Fatal Python error: Segmentation fault

Current thread 0x00007f88a2b0c740 [python] (most recent call first):
  File "/home/u/a.py", line 3 in f
  File "/home/u/a.py", line 5 in <module>

Current thread's C stack trace (most recent call first):
  Binary file "python", at _Py_DumpStack+0x3b [0x55d1]
  Binary file "/lib/x86_64-linux-gnu/libc.so.6", at +0x45330 [0x7f88]

Extension modules: numpy._core (total: 1)
""")
    assert (functions(stack), stack.ended) == (["f", "<module>"], "Segmentation fault")


def test_the_c_frames_of_python_3_14_tell_where_no_python_frame_does():
    (group,) = find_standings(
        blocks("""\
Fatal Python error: Segmentation fault

Current thread 0x00007f88 [python] (most recent call first):
  File "/usr/lib/python3.14/site-packages/numpy/core.py", line 5 in f

Current thread's C stack trace (most recent call first):
  Binary file "python", at _Py_DumpStack+0x3b [0x55d1]
  Binary file "/usr/lib/libnccl.so.2", at ncclCommInitRank+0x1f [0x7f88]
""")
    ).groups

    assert (group.where.what, group.where.function, group.ended) == (
        "collective",
        "ncclCommInitRank",
        "Segmentation fault",
    )


def test_frames_without_their_thread():
    text = """\
[trainer1|1]:  File "/opt/lib/python3.10/site-packages/torch/cuda/__init__.py", line 803 in synchronize
[trainer1|1]:  File "/home/u/train.py", line 33 in <module>
"""
    (group,) = find_standings(blocks(text)).groups
    assert (group.who, group.where.what, group.where.own.line) == ("Rank 1", "device", 33)


def test_frames_of_a_cut_thread_that_is_not_the_main_one_say_nothing():
    text = """\
  File "/usr/lib/python3.10/threading.py", line 320 in wait
  File "/home/u/watch.py", line 12 in run
  File "/usr/lib/python3.10/threading.py", line 973 in _bootstrap
"""
    assert stacks(text) == []


def test_an_empty_line_between_every_two():
    text = "Current thread 0x00007f88 (most recent call first):\n\n"
    text += '  File "/w/a.py", line 3 in f\n\n  File "/w/a.py", line 5 in <module>\n'
    assert [functions(stack) for stack in stacks(text)] == [["f", "<module>"]]


def test_a_free_threaded_python_shows_one_thread_and_its_c_frames():
    text = """\
Fatal Python error: Segmentation fault

<Cannot show all threads while the GIL is disabled>
Stack (most recent call first):
  File "/usr/lib/python3.14t/site-packages/numpy/core.py", line 590 in f

Current thread's C stack trace (most recent call first):
  Binary file "/usr/bin/python3.14t", at _Py_DumpStack+0x30 [0x4b53b0]
  Binary file "/usr/lib/libmpi.so.40", at MPI_Barrier-0x3 [0x7f61]
"""
    (group,) = find_standings(blocks(text)).groups
    assert (group.where.function, group.ended) == ("MPI_Barrier", "Segmentation fault")


@pytest.mark.parametrize(("what", "ended"), [("access violation", "access violation"), ("code 0x8001010d", "")])
def test_windows_exceptions_that_have_a_name_end_a_program(what, ended):
    thread = 'Current thread 0x0000322c (most recent call first):\n  File "a.py", line 1 in f\n'
    text = f"Windows fatal exception: {what}\n\n{thread}"
    assert [stack.ended for stack in stacks(text)] == [ended]


def test_what_is_printed_after_a_while_begins_with_how_long_that_was():
    (block,) = blocks("Timeout (0:30:00)!\n" + "".join(TWO_PROCESSES.splitlines(True)[:3]))
    assert (block.line, functions(block.said[0])) == (1, ["all_reduce", "train_step"])


NAMED = """\
Fatal Python error: Segmentation fault

Current thread 0x00007f7a2c3ff6c0 [pt_main_thread] (most recent call first):
  File "/app/train.py", line 41 in step
  File "/app/train.py", line 60 in <module>

Thread 0x00007f79f9fff6c0 [Thread-1 (_moni] (most recent call first):
  File "/usr/lib/python3.14/threading.py", line 355 in wait

Current thread's C stack trace (most recent call first):
  Binary file "/usr/bin/python3.14", at _Py_DumpStack+0x2f [0x5f2a1b]
  Binary file "/opt/nccl/libnccl.so.2", at ncclGroupEndInternal+0x20 [0x7f79]
"""


def test_a_name_in_brackets_may_have_brackets_of_its_own():
    assert [functions(stack) for stack in stacks(NAMED)] == [["step", "<module>"], ["wait"], ["ncclGroupEndInternal"]]
