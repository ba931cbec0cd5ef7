"""py-spy's own text, as its version 0.4 printed it of a gloo job, and as people paste it."""

from kb.reading.stacks.stack import Frame
from tests.reading.stacks.reading import blocks, functions, stacks

DUMP = """\
Process 28172: /opt/env/bin/python -u train.py --local-rank=2
Python v3.11.7 (/usr/bin/python3.11)

Thread 28172 (idle): "MainThread"
    load_batch (train.py:7)
    train_step (train.py:11)
    <module> (train.py:17)
Thread 28180 (active+gil): "Thread-1 (_serve)"
    accept (socket.py:294)
    _bootstrap (threading.py:1002)
"""

LOCALS = """\
Process 28170: /opt/env/bin/python -u train.py
Python v3.11.7 (/usr/bin/python3.11)

Thread 28170 (idle): "MainThread"
    all_reduce (torch/distributed/distributed_c10d.py:3252)
        Arguments:
            tensor: <Tensor at 0x7f96447a9720>
            async_op: False
        Locals:
            where: "main (train.py:16)"
    train_step (train.py:12)
        Arguments:
            step: 3
    <module> (train.py:17)
"""

NATIVE = """\
Thread 28170 (idle): "MainThread"
    0x7f96638a3f16 (libc.so.6)
    pthread_cond_wait (libc.so.6)
    c10d::Work::wait (libtorch_cpu.so)
    pybind11::cpp_function::initialize<bool, char [654]>(pybind11::name const&)::{lambda(c10d::Work*)#1}::_FUN (libtorch_python.so)
    all_reduce (torch/distributed/distributed_c10d.py:3252)
    <module> (train.py:17)
"""  # noqa: E501


def test_a_dump_has_its_process_rank_and_threads():
    (block,) = blocks(DUMP)
    main, other = block.said

    assert (block.kind, block.line) == ("py-spy", 1)
    assert (main.process, main.rank, main.thread, main.source) == ("28172", "2", "MainThread", "py-spy")
    assert main.frames[0] == Frame("load_batch", "train.py", 7)
    assert functions(main) == ["load_batch", "train_step", "<module>"]
    assert functions(other) == ["accept", "_bootstrap"]


def test_locals_are_no_frames():
    assert [functions(stack) for stack in stacks(LOCALS)] == [["all_reduce", "train_step", "<module>"]]


def test_native_frames_have_their_library_and_no_line():
    (stack,) = stacks(NATIVE)

    assert stack.frames[2] == Frame("c10d::Work::wait", "libtorch_cpu.so")
    assert stack.frames[3].file == "libtorch_python.so"
    assert len(stack.frames) == 6


def test_two_dumps_without_a_break_between_them_are_two_processes():
    assert [block.said[0].process for block in blocks(DUMP + DUMP.replace("28172", "28173"))] == ["28172", "28173"]


def test_prefixes_of_launchers_and_threads_alone_are_read():
    thread = "".join(f"[rank3]: {line}\n" for line in DUMP.splitlines()[3:7])
    (block,) = blocks("step 3\n" + thread)

    assert (block.printed_by, block.line, functions(block.said[0])[0]) == ("3", 2, "load_batch")


def test_a_process_without_threads_is_no_stack():
    assert blocks("Process 12: exited\nThread 12 (idle): nothing\n") == []


UNNAMED = """\
Thread 42 (idle): "MainThread"
    backward (torch/autograd/__init__.py:266)
    <module> (train.py:587)
Thread 4076 (idle)
Thread 4077 (idle)
Thread 4079 (active)
    all_gather (torch/distributed/distributed_c10d.py:2709)
"""


def test_threads_of_c_that_have_no_name_and_often_no_frames():
    assert [(stack.thread, len(stack.frames)) for stack in stacks(UNNAMED)] == [("MainThread", 2), ("4079", 1)]


ENGINE = """\
engine-1  | Process 309: sglang::scheduler_TP6
engine-1  | Python v3.12.12 (/usr/bin/python3.12)
engine-1  |
engine-1  | Thread 309 (active): "MainThread"
engine-1  |     _apply (penaltylib/min_new_tokens.py:78)
engine-1  |     get (queue.py:171)
engine-1  |     forward (/home/me/plugin.py:12)
"""


def test_modules_of_an_engine_have_its_package_in_front_though_py_spy_leaves_it_out():
    (stack,) = stacks(ENGINE)

    assert [frame.file for frame in stack.frames] == [
        "sglang/penaltylib/min_new_tokens.py",
        "queue.py",
        "/home/me/plugin.py",
    ]
    assert stacks(ENGINE.replace("sglang::scheduler", "ray::Trainer"))[0].frames[0].file.startswith("penaltylib")


SUBPROCESSES = """\
Process 4711: /usr/bin/python3 train.py --local-rank=1
Python v3.11.9 (/usr/bin/python3.11)
Parent Process 4700: torchrun --nproc_per_node 2 train.py

Thread 4711 (idle): "MainThread"
    all_reduce (torch/distributed/distributed_c10d.py:2827)
    wrapper (torch/distributed/c10d_logger.py:81)
    step (train.py:42)
    <module> (train.py:99)
--------------------------------------------------------------------------------
Process 4712: /usr/bin/python3 train.py --local-rank=0
Python v3.11.9 (/usr/bin/python3.11)
Parent Process 4700: torchrun --nproc_per_node 2 train.py

Thread 4712 (active): "MainThread"
    save (torch/serialization.py:900)
    save_ckpt (train.py:30)
    <module> (train.py:99)
"""


def test_with_subprocesses_each_names_its_parent():
    found = [block.said for block in blocks(SUBPROCESSES)]
    assert [(said[0].process, said[0].rank, functions(said[0])[0]) for said in found] == [
        ("4711", "1", "all_reduce"),
        ("4712", "0", "save"),
    ]


def test_frames_whose_thread_was_cut_off():
    (stack,) = stacks("py-spy says\n\n" + SUBPROCESSES.split('MainThread"\n')[1].split("---")[0])

    assert functions(stack) == ["all_reduce", "wrapper", "step", "<module>"]


def test_a_main_thread_alone_has_its_processs_number():
    text = SUBPROCESSES.split("2 train.py\n\n")[1].split("---")[0]
    assert text.startswith("Thread 4711") and stacks(text)[0].process == "4711"


OLD = """\
Stack dump for me     20768  0.1  0.1 1751908 151888 pts/0  Sl   12:48   0:01 ray_worker
Thread 0x7F4AA36D9700 (active)
\t recv (redis/_compat.py:79)
\t _bootstrap (threading.py:884)
Thread 0x7F4AACDE7700 (active)
\t main_loop (ray/worker.py:1005)
\t <module> (ray/workers/default_worker.py:105)
"""


def test_threads_of_the_first_releases_have_neither_a_name_nor_a_process():
    assert [(stack.thread, len(stack.frames)) for stack in stacks(OLD)] == [
        ("0x7F4AA36D9700", 2),
        ("0x7F4AACDE7700", 2),
    ]


def test_numbers_and_frames_that_somebody_left_out():
    text = 'Thread (idle): "MainThread"\n    get (queue.py:180)\n    fit (/app/worker.py:477)\n    ...\n'
    text += 'Thread (idle): "Thread-1 (_pin_memory_loop)"\n    select (selectors.py:415)\n'

    assert [(stack.thread, stack.process, len(stack.frames)) for stack in stacks(text)] == [
        ("MainThread", "", 2),
        ("Thread-1 (_pin_memory_loop)", "", 1),
    ]
