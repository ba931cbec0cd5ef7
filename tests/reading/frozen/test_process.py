"""What the kernel says of one process, in a file of collect."""

import pytest

from kb.reading.frozen.process import Seen
from tests.reading.stacks.reading import blocks

PROCESS = """\
rankdown-collect 1

== process pid=4000 rank=0 sample=2 at=9.1s took=0.3s ==
at: 1795351847.926
Name: python
State: {state}
cpu_seconds: 1.38
wchan: {wchan}
syscall: {syscall}
open_files: 9 (socket 3, file 2, pipe 2, /dev/null 1, anon_inode 1)
threads:
  count  state  cpu_seconds  wchan                           name
      1  S             1.31  futex_do_wait                   python
{threads}
"""
GLOO = "      2  S             0.00  futex_do_wait                   pt_gloo_runloop\n"
NCCL = "      1  S             0.00  futex_do_wait                   pt_nccl_watchdg\n"


def seen(state="S (sleeping)", wchan="0", syscall="running", threads=""):
    text = PROCESS.format(state=state, wchan=wchan, syscall=syscall, threads=threads)
    (found,) = [block.said for block in blocks(text) if isinstance(block.said, Seen)]
    return found


@pytest.mark.parametrize(
    ("wchan", "syscall", "kernel"),
    [
        ("anon_pipe_read", "0 0x0 0x5632a355d360 0x2000", "terminal"),
        ("n_tty_read", "63 0x0 0xffff8000 0x400", "terminal"),
        ("anon_pipe_read", "0 0x7 0x5632a355d360 0x2000", ""),
        ("hrtimer_nanosleep", "230 0x1 0x1 0x7ffe", "sleep"),
        ("futex_do_wait", "202 0x55fd3a 0x189 0x0", "lock"),
        ("do_epoll_wait", "232 0x4 0x7f", ""),
    ],
)
def test_what_the_main_thread_waits_for_in_the_kernel(wchan, syscall, kernel):
    assert seen(wchan=wchan, syscall=syscall).kernel == kernel


def test_a_process_that_was_stopped_says_so():
    assert [seen(state=state).stopped for state in ("T (stopped)", "t (tracing stop)", "S (sleeping)")] == [1, 1, 0]


def test_process_groups_are_counted_by_their_threads():
    assert [(one.gloo, one.nccl) for one in (seen(), seen(threads=GLOO * 3), seen(threads=GLOO + NCCL * 2))] == [
        (0, 0),
        (3, 0),
        (1, 2),
    ]


def test_only_collects_own_section_is_read():
    assert blocks("State: S (sleeping)\nwchan: futex_do_wait\n") == []
