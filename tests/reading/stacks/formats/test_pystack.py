"""pystack 1.7, with and without --native."""

from tests.reading.stacks.reading import functions, stacks

PRINTED = """\
Traceback for thread 9163 (pt_nccl_watchdg) [] (most recent call last):

Traceback for thread 9120 (python) [Has the GIL] (most recent call last):
    (Python) File "/home/u/a/train.py", line 99, in <module>
        main()
    (Python) File "/home/u/a/train.py", line 42, in main
        dist.barrier()
    (Python) File "/opt/conda/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py", line 4159, in barrier
        work.wait()
    (C) File "???", line 0, in pthread_cond_wait (/usr/lib/libc.so.6)
"""


def test_threads_with_python_and_c_frames_innermost_first():
    (stack,) = stacks(PRINTED)

    assert functions(stack) == ["pthread_cond_wait", "barrier", "main", "<module>"]
    assert (stack.process, stack.thread) == ("9120", "python")
    assert (stack.frames[2].file, stack.frames[2].line) == ("/home/u/a/train.py", 42)


def test_locals_stand_below_a_frame():
    text = PRINTED.replace(
        "        main()\n", "        main()\n      Arguments:\n        x: 3\n      Locals:\n        y: 'a'\n"
    )
    assert functions(stacks(text)[0]) == functions(stacks(PRINTED)[0])


def test_threads_without_frames_are_none():
    assert stacks("Traceback for thread 9163 (pt_nccl_watchdg) [] (most recent call last):\n\n") == []


def test_a_core_dump_says_how_the_process_ended():
    core = "The process died due receiving signal SIGSEGV\n" + PRINTED.partition("\n\n")[2]
    assert [stack.ended for stack in stacks(core)] == ["SIGSEGV"]
    assert [stack.ended for stack in stacks(PRINTED)] == [""]
