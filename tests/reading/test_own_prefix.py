"""What stands in front of each line of a block: real launchers' and loggers' forms, hosts changed."""

import re

import pytest

from kb.reading.own_prefix import prefix_of, rank_in, speaker_of
from tests.reading.stacks.reading import blocks

BEGINS = re.compile(r"Thread 0x")
STACK = """\
Thread 0x00007f1c2a7fd640 (most recent call first):
  File "/opt/conda/lib/python3.11/threading.py", line 331 in wait
  File "/opt/conda/lib/python3.11/site-packages/tensorboard/summary/writer/event_file_writer.py", line 269 in _run

Current thread 0x00007f1d5a6bd740 (most recent call first):
  File "/opt/conda/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py", line 2827 in all_reduce
  File "/home/u/proj/train.py", line 42 in step"""
PREFIXES = {
    "[rank3]: ": "3",
    "[default3]:": "3",
    "[3] ": "3",
    "trainer/0 [3]:": "3",
    "3: ": "3",
    "Rank 3: ": "3",
    "RANK=3 | ": "3",
    "[local_rank 3] ": "3",
    "[rank: 3] ": "3",
    "[1,3]<stderr>:": "3",
    "Mon Nov  2 10:11:12 2026[1,3]<stderr>:": "3",
    "[prterun-node1-812@1,3]<stderr>:": "3",
    "[trainer7|3]:": "3",
    "[1,mpirank:3,algo-1]<stderr>:": "3",
    "[rank3]:[W1102 10:11:12.123 Logging.cpp:12] ": "3",
    "[2026-11-02 10:11:12] rank3[812][MainThread]: ERROR: ": "3",
    "(RayTrainWorker pid=812, ip=10.1.2.3) ": "",
    "(EngineCore_DP0 pid=812) ERROR 11-02 10:11:12 [core.py:12] ": "",
    "Nov 02 10:11:12 gpu-node-3 python[812]: ": "",
    "2026-11-02T10:11:12.123456789Z stderr F ": "",
    "[2026-11-02 10:11:12,345] [INFO] ": "",
    "I1102 10:11:12.345 812 x.cc:12] ": "",
    "[pod/train-worker-3/pytorch] ": "",
    "gpu-node-03: ": "",
    "trainer-1  | ": "",
    "> ": "",
}


@pytest.mark.parametrize(("prefix", "rank"), PREFIXES.items())
def test_a_stack_is_read_behind_any_prefix(prefix, rank):
    (block,) = blocks("".join(f"{prefix}{line}\n" for line in STACK.split("\n")))

    assert (len(block.said), block.said[0].frames[-1].line, block.printed_by) == (2, 42, rank)


@pytest.mark.parametrize("prefix", ["[default{}]:", "({} pid=81{}) ", "Nov 02 10:11:12 node python[81{}]: ", "{}: "])
def test_lines_of_several_ranks_are_told_apart(prefix):
    lines = STACK.split("\n")
    both = [prefix.format(rank, rank) + line for line in lines for rank in (3, 10)]

    found = blocks("\n".join(both))
    assert [len(block.said) for block in found] == [2, 2]


def test_times_and_lines_of_code_differ_among_the_lines_of_one_process():
    parts = [f"(W pid=7) ERROR 11-02 10:11:{n} [a.py:{n}] {line}" for n, line in enumerate(STACK.split("\n"))]

    (block,) = blocks("\n".join(parts))
    assert len(block.said) == 2


def test_a_logger_that_prints_the_whole_as_one_message_has_its_prefix_once():
    (block,) = blocks(f"2026-11-02 10:11:12 [rank 3] ERROR hang: {STACK}\n")

    assert len(block.said) == 2 and block.printed_by == "3"


@pytest.mark.parametrize(
    "line", ["Thread 0x1", '"Thread 0x1', "^CThread 0x1", "nothing of it", "x" * 300 + "Thread 0x1"]
)
def test_what_is_no_prefix(line):
    assert prefix_of(line, BEGINS) is None


def test_who_printed_a_line():
    assert rank_in("[rank12]: ") == "12"
    assert (
        speaker_of("(W pid=12) 10:11:12 ") == speaker_of("(W pid=12) 10:11:13 ") != speaker_of("(W pid=13) 10:11:12 ")
    )
    assert speaker_of("node-03: ") != speaker_of("node-04: ")


def test_threads_of_glog_are_told_apart():
    lines = (f"W1128 08:53:27.59460{pid} 2721{pid} init.cc:234] " for pid in (0, 1))
    assert len({speaker_of(line) for line in lines}) == 2
