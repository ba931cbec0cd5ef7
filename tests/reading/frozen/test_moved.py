"""What each process did between two samples."""

from kb.reading.frozen.moved import Between
from tests.reading.stacks.reading import blocks

MOVED = """\
== moved between the samples ==
pid=4000 rank=0 seconds=10.00 state=S,S cpu_seconds=0.5 waits=674 main_thread=same_stack other_threads=same_stack
pid=4001 rank=1 gone main_thread=? other_threads=?
pid=3999 rank=? role=launcher seconds=8.27 state=S,S cpu_seconds=0.01 waits=82 main_thread=? other_threads=?
"""


def between(text):
    (found,) = [block.said for block in blocks("rankdown-collect 1\n\n" + text) if isinstance(block.said, Between)]
    return found


def test_processor_time_and_waits_of_each_process():
    found = between(MOVED)

    assert [(one.pid, one.waits) for one in found.processes] == [("4000", 674), ("3999", 82)]
    assert found.processes[0].busy == 0.05


def test_of_nccl_it_is_known_whether_operations_went_on():
    line = "NCCL communicator 0xabc: {} of 2 ranks moved; rank 0-1: AllReduce=7\n"

    assert [between(MOVED + line.format(n)).nccl_moved for n in (0, 2)] == [False, True]
    assert between(MOVED).nccl_moved is None
