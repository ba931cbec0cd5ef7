"""Native stacks: gdb 12 and 13 on torch jobs."""

import pytest

from kb.diagnosis.frozen.standings import find_standings
from kb.reading.stacks.stack import Frame
from tests.reading.stacks.reading import blocks, functions, stacks

GDB = """\
Thread 2 (Thread 0x7f96446146c0 (LWP 28180) "gloo_tcp_loop"):
#0  0x00007f9663926f36 in epoll_wait (epfd=6, events=0x7f9644613b80, timeout=10) at ../sysdeps/epoll_wait.c:30
#1  0x00007f965557d62d in gloo::transport::tcp::Loop::run() () from /opt/torch/lib/libtorch_cpu.so
#2  0x00007f964c6d44a3 in ?? ()
   from /lib/x86_64-linux-gnu/libstdc++.so.6

Thread 1 (Thread 0x7f9663ff9b80 (LWP 28170) "python"):
#0  __futex_abstimed_wait_common64 (private=0, cancel=true, abstime=0x0) at ./nptl/futex-internal.c:57
#1  0x00007f96531 in c10d::Work::wait(std::chrono::duration<long, std::ratio<1l, 1000l> >) () from
    /opt/torch/lib/libtorch_cpu.so
#2  _PyEval_EvalFrameDefault (f=Frame 0x55d, for file /home/me/train.py, line 12, in train_step (step=3), throw=0)
    at ../Python/ceval.c:3520
#3  main () at ../Programs/python.c:15
(gdb) quit
"""


PY_BT_FULL = """\
(gdb) py-bt-full
#4 Frame 0x7f3484000910, for file /opt/python3.9/threading.py, line 312, in wait (self=<Condition(_lock=<_thread.lock
 at remote 0x7f37257518f0>) at remote 0x7f36be885f50>, timeout=5)
    gotit = waiter.acquire(True, timeout)
#9 Frame 0x7f3484000aa0, for file /home/me/train.py, line 12, in load (self=<Queue() at remote 0x7f36be8)
    item = self.queue.get()
"""


def test_gdb_threads_have_their_frames_though_lines_are_wrapped():
    other, main = stacks(GDB)

    assert functions(other) == ["epoll_wait", "gloo::transport::tcp::Loop::run()", "??"]
    assert other.frames[2].file == "/lib/x86_64-linux-gnu/libstdc++.so.6"
    assert (main.process, main.thread, main.source) == ("28170", "1", "gdb")
    assert main.frames[1].file == "/opt/torch/lib/libtorch_cpu.so"


def test_the_python_frame_that_gdb_shows_in_an_argument_counts_as_such():
    assert stacks(GDB)[1].frames[2] == Frame("train_step", "/home/me/train.py", 12)


def test_one_numbered_line_is_no_stack():
    assert blocks("#0  building the image\n#1  done\n"[:24]) == []


def test_python_frames_that_gdb_numbers():
    (stack,) = stacks(PY_BT_FULL)

    assert stack.frames == (Frame("wait", "/opt/python3.9/threading.py", 312), Frame("load", "/home/me/train.py", 12))


LLDB = """\
* thread #1, name = 'python', stop reason = signal SIGSTOP
  * frame #0: 0x00007fb0b7f0792d libc.so.6`syscall + 29
    frame #1: 0x00007fb090db0b85 libtorch_cuda.so`c10d::ProcessGroupNCCL::WorkNCCL::wait(std::chrono::duration<long>) + 725
    frame #2: 0x00007fb0af488edc python`main(argc=3) at main.c:15:10

  thread #2, name = 'pt_elastic', stop reason = signal SIGSTOP
    frame #0: 0x00007fb0b7f0792d libc.so.6`poll + 29
    frame #1: 0x00007fb0b7f0793f libtorch_cpu.so`gloo::transport::tcp::Loop::run() + 61
"""  # noqa: E501
MACOS = """\
frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 52 (0x1068316cc in libc10.dylib)
frame #1: c10d::TCPStore::ping() + 200 (0x11b4f5738 in libtorch_cpu.dylib)
"""


def test_lldb_names_the_library_in_front_of_the_function():
    main, other = stacks(LLDB)

    assert (main.source, main.thread, other.thread) == ("lldb", "1", "2")
    assert main.frames[0] == Frame("syscall", "libc.so.6")
    assert main.frames[2] == Frame("main(argc=3)", "main.c", 15)


def test_lldbs_frames_without_their_thread():
    (stack,) = stacks("\n".join(LLDB.splitlines()[1:3]).replace("* frame", "frame") + "\n")

    assert functions(stack)[0] == "syscall"


def test_macos_counts_the_offset_in_tens():
    assert stacks(MACOS)[0].frames[1] == Frame("c10d::TCPStore::ping()", "libtorch_cpu.dylib")


CUT = """\
    () from /opt/libtorch_cuda.so
#9  0x00007f67aa04d7ca in c10d::ProcessGroupNCCL::recv(int, int) ()
   from /opt/libtorch_cuda.so
#10 0x00007f6804fedcb5 in c10d::ops::recv_CUDA(long) () from /opt/libtorch_cpu.so
"""


def test_gdbs_frames_of_a_collective_whose_innermost_were_cut_off():
    (stack,) = stacks(CUT)

    assert stack.frames[0] == Frame("c10d::ProcessGroupNCCL::recv(int, int)", "/opt/libtorch_cuda.so")


def test_eu_stack_names_the_process_first():
    first, second = stacks("""\
PID 9120 - process
TID 9120:
#0  0x00007f0b2b2c9d7f __poll
#1  0x00007f0b1b2c9d7f ncclSocketProgress
#2  0x00007f0b1b2c9d8f bootstrapAllGather
#3  0x00007f0b1b2c9d9f main
TID 9121:
#0  0x00007f0b2b2c9d7f __futex_abstimed_wait
#1  0x00007f0b1b2c9d7f c10d::ProcessGroupNCCL::Watchdog::run()
""")
    assert (first.process, first.thread, functions(first)[1]) == ("9120", "1", "ncclSocketProgress")
    assert (second.process, second.thread) == ("", "9121")


def test_python_frames_of_all_threads_are_of_one_process():
    (block,) = blocks("""\
(gdb) thread apply all py-bt

Thread 3 (Thread 0x7f3a1 (LWP 991) "python"):
Unable to locate python frame

Thread 2 (Thread 0x7f3a2 (LWP 990) "python"):
Traceback (most recent call first):
  File "/usr/lib/python3.10/threading.py", line 320, in wait
    waiter.acquire()
  File "/usr/lib/python3.10/site-packages/tensorboard/x.py", line 3, in run

Thread 1 (Thread 0x7f3a3 (LWP 989) "python"):
Traceback (most recent call first):
  <built-in method all_reduce of Foo>
  File "/usr/lib/python3.10/site-packages/torch/distributed/distributed_c10d.py", line 2050, in all_reduce
    work.wait()
  File "/home/u/train.py", line 12, in main
    dist.all_reduce(x)
""")
    assert [(stack.thread, stack.process, functions(stack)[0]) for stack in block.said] == [
        ("2", "", "wait"),
        ("1", "989", "all_reduce"),
    ]


def test_python_frames_of_an_old_gdb():
    (stack,) = stacks("""\
(gdb) py-bt
#1 Waiting for a lock (e.g. GIL)
#2 <built-in method acquire of thread.lock object at remote 0x7f0a16edb840>
#4 file '/usr/lib64/python2.6/threading.py', in 'wait'
#8 file '/usr/lib64/python2.6/threading.py', in 'join'
""")
    assert functions(stack)[2:] == ["wait", "join"] and stack.frames[2].is_python


def test_the_variables_of_bt_full_stand_between_frames():
    (stack,) = stacks("""\
Thread 31 (Thread 0x7fffd65bf6c0 (LWP 21836) "python"):
#0  __GI___ioctl (fd=fd@entry=3, request=request@entry=3222817548) at ../sysdeps/unix/sysv/linux/ioctl.c:36
        args = {{gp_offset = 16, fp_offset = 0, overflow_arg_area = 0x7fffd65b5aa0}}
        arg = <optimized out>
        list = {next = 0x0,
          prev = 0x0}
        a = 1
        b = 2
#1  0x00007fffd6341f1f in hsaKmtWaitOnMultipleEvents_Ext (event_age=0x7fffd65b5c18) at /src/events.c:416
No locals.
#2  0x0000000000401193 in main ()
""")
    assert functions(stack) == ["__GI___ioctl", "hsaKmtWaitOnMultipleEvents_Ext", "main"]


def test_what_gdb_itself_called_is_nobodys_code():
    (stack,) = stacks(
        "#0  0x00002aab296fae60 in cudbgReport () from /lib64/libcuda.so.1\n#1  <function called from gdb>\n"
    )
    assert (stack.frames[1].function, stack.frames[1].is_python) == ("<function called from gdb>", False)


def test_frames_without_addresses_and_frames_whose_inner_ones_are_cut_off():
    (crash,) = stacks(
        "#0  ucp_rndv_handler (arg=0x55, flags=12) at rndv/rndv.c:1717\n#1  0x00007ffff3a92700 in main ()\n"
    )
    (cut,) = stacks(
        "#10 0x000015551e63c2e8 in cudaStreamSynchronize () from /lib/libcudart.so.11.0\n#11 0x0000 in main ()\n"
    )
    assert (functions(crash)[0], functions(cut)[0]) == ("ucp_rndv_handler", "cudaStreamSynchronize")


CORE = """\
Program terminated with signal SIGABRT, Aborted.
#0  0x00007f81 in raise () from /lib64/libc.so.6
(gdb) bt
#0  0x00007f81 in raise () from /lib64/libc.so.6
#1  0x00007f82 in abort () from /lib64/libc.so.6
#2  0x00007f83 in ncclCommInitRank () from /lib/libnccl.so.2
#3  0x00007f84 in main ()
"""


@pytest.mark.parametrize("text", [CORE, CORE.replace("Program terminated with", 'Thread 7 "python" received')])
def test_a_program_that_a_signal_ended_stands_nowhere(text):
    groups = [group for group in find_standings(blocks(text)).groups if group.ended]
    assert [(group.where.function, group.ended) for group in groups] == [("ncclCommInitRank", "SIGABRT, Aborted")]


def test_one_that_somebody_interrupted_still_stands():
    text = CORE.replace("SIGABRT, Aborted", "SIGINT, Interrupt")
    assert {group.ended for group in find_standings(blocks(text)).groups} == {""}


BEHIND = """\
#0  0x00007fff4402c640 in ?? () from /lib/x86_64-linux-gnu/libcuda.so.1
#1  0x00007ffff5c6bf5e in cudaLaunchKernel () from /opt/torch/lib/libcudart.so.12

Epoch 101/1000
{stopped}
[Switching to Thread 0x7ffef1800640 (LWP 323521)]
"""


@pytest.mark.parametrize(
    ("stopped", "ended"),
    [
        ('Thread 74 "pt_main_thread" received signal SIGSEGV, Segmentation fault.', "SIGSEGV, Segmentation fault"),
        ('Thread 74 "pt_main_thread" received signal SIGINT, Interrupt.', ""),
        ("", ""),
    ],
)
def test_the_signal_may_stand_below_the_one_stack(stopped, ended):
    assert stacks(BEHIND.format(stopped=stopped))[0].ended == ended
