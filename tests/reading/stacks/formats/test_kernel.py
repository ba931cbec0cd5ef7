"""/proc/PID/stack of an NFS client, and a hung task as dmesg -T has it."""

from kb.diagnosis.frozen.standings import find_standings
from tests.reading.stacks.reading import blocks, functions, stacks

ASKED = """\
$ cat /proc/48123/stack
[<0>] rpc_wait_bit_killable+0x1e/0xb0 [sunrpc]
[<0>] __rpc_wait_for_completion_task+0x2d/0x40 [sunrpc]
[<0>] nfs4_run_open_task+0x152/0x1e0 [nfsv4]
[<0>] do_sys_openat2+0x91/0x150
[<0>] entry_SYSCALL_64_after_hwframe+0x64/0xce
"""
HUNG = """\
[Mon Nov  2 10:11:12 2026] INFO: task python:48123 blocked for more than 120 seconds.
[Mon Nov  2 10:11:12 2026]       Tainted: P           OE     5.15.0-91-generic #101-Ubuntu
[Mon Nov  2 10:11:12 2026] "echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message.
[Mon Nov  2 10:11:12 2026] task:python          state:D stack:    0 pid:48123 ppid:  4812 flags:0x00004000
[Mon Nov  2 10:11:12 2026] Call Trace:
[Mon Nov  2 10:11:12 2026]  <TASK>
[Mon Nov  2 10:11:12 2026]  __schedule+0x24e/0x590
[Mon Nov  2 10:11:12 2026]  schedule+0x69/0x110
[Mon Nov  2 10:11:12 2026]  uvm_va_space_down_read+0x1e/0xb0 [nvidia_uvm]
[Mon Nov  2 10:11:12 2026]  nvidia_ioctl+0x2d/0x40 [nvidia]
[Mon Nov  2 10:11:12 2026]  </TASK>
"""


def test_the_process_is_named_by_the_command():
    (stack,) = stacks(ASKED)

    assert (stack.process, functions(stack)[0]) == ("48123", "rpc_wait_bit_killable")
    assert find_standings(blocks(ASKED)).groups[0].where.what == "checkpoint or file"


def test_a_hung_task_stands_behind_the_scheduler():
    (stack,) = stacks(HUNG)

    assert (stack.process, functions(stack)) == ("48123", ["uvm_va_space_down_read", "nvidia_ioctl"])
    assert find_standings(blocks(HUNG)).groups[0].where.what == "device"


def test_frames_alone_have_no_process():
    (stack,) = stacks("[<0>] futex_wait_queue+0x60/0x90\n[<0>] futex_wait+0x177/0x270\n")
    assert (stack.process, functions(stack)) == ("", ["futex_wait_queue", "futex_wait"])


def test_a_kernel_thread_that_waits_for_work_tells_nothing():
    assert find_standings(blocks("[<0>] kthreadd+0x60/0x90\n[<0>] ret_from_fork+0x1f/0x30\n")) is None


def test_an_old_kernels_hung_task_with_numbers_in_front():
    (stack,) = stacks("""\
> 162 [  843.072392] INFO: task python3:5604 blocked for more than 120 seconds.
163 [  843.092463]       Tainted: G           OE   4.4.0-140-generic #166~14.04.1-Ubuntu
165 [  843.133422] python3         D ffff880838017788     0  5604   3943 0x00000000
166 [  843.133427]  ffff880838017788 0000000100000000 ffff880857d15400 ffff880838018000
169 [  843.133434] Call Trace:
170 [  843.133443]  [<ffffffff818205c0>] ? bit_wait+0x50/0x50
171 [  843.133446]  [<ffffffff8181fe75>] schedule+0x35/0x80
176 [  843.133464]  [<ffffffff8181f5b6>] io_schedule_timeout+0xa6/0x110
177 [  843.133467]  [<ffffffff818205db>] bit_wait_io+0x1b/0x60
""")
    assert (stack.process, functions(stack)) == ("5604", ["bit_wait_io"])


def test_a_hung_task_without_its_first_line():
    (stack,) = stacks("\n".join(HUNG.split("\n")[3:]))
    assert (stack.process, functions(stack)[0]) == ("48123", "uvm_va_space_down_read")


def test_times_since_the_line_before_stand_in_front_too():
    relative = HUNG.replace("[Mon Nov  2 10:11:12 2026]", "[  +0.000049]")
    first_of_a_minute = HUNG.replace("[Mon Nov  2 10:11:12 2026]", "[Nov 2 10:11]")

    assert stacks(relative) == stacks(first_of_a_minute) == stacks(HUNG)
