"""Threads that only help, of real dumps; and main threads that must not be taken for one."""

import pytest

from kb.reading.stacks.known.helpers import HELPERS
from kb.reading.stacks.stack import Frame, Stack
from kb.reading.stacks.standing import standing


def stands(*frames):
    return standing(Stack(tuple(Frame(function, file, 1) for function, file in frames), "py-spy"))


@pytest.mark.parametrize(
    "frames",
    [
        [("poll", "zmq/sugar/poll.py"), ("process_input_sockets", "vllm/v1/engine/core.py"), ("run", "threading.py")],
        [("wait", "threading.py"), ("monitor_workers", "vllm/v1/executor/multiproc_executor.py")],
        [("poll", "subprocess.py"), ("simple_launcher", "accelerate/commands/launch.py"), ("<module>", "accelerate")],
        [("main", "deepspeed/launcher/launch.py"), ("<module>", "deepspeed/launcher/launch.py")],
        [("channel_spin", "grpc/_channel.py"), ("run", "threading.py")],
        [("serve_forever", "socketserver.py"), ("run", "threading.py")],
        [("wait", "threading.py"), ("run", "rich/live.py")],
        [("print_logs", "ray/_private/worker.py"), ("run", "threading.py")],
        [("recv", "multiprocessing/connection.py"), ("process_main", "torch/_inductor/autotune_process.py")],
        [("ras_poll", "libnccl.so.2"), ("rasThreadMain", "libnccl.so.2")],
        [("read", "libc.so.6"), ("ucs_vfs_fuse_wait_for_path", "vfs_fuse.c")],
    ],
)
def test_threads_that_only_help_stand_nowhere(frames):
    assert stands(*frames) is None


@pytest.mark.parametrize(
    "around",
    [
        ("main_loop", "ray/_private/worker.py"),
        ("launch", "lightning/fabric/strategies/launchers/subprocess_script.py"),
        ("_call_and_handle_interrupt", "lightning/pytorch/trainer/call.py"),
        ("main", "horovod/runner/run_task.py"),
    ],
)
def test_what_starts_the_users_code_in_its_own_process_is_no_helper(around):
    inner = [("all_reduce", "torch/distributed/distributed_c10d.py"), ("train", "/home/u/train.py")]
    assert stands(*inner, around).what == "collective"


def test_rows_are_all_unknown_places():
    assert {row.what for row in HELPERS} == {"unknown"}
