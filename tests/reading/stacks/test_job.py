"""The stacks of one job: who stands at the same place, who is left out, who moved."""

import pytest

from kb.reading.stacks.job import groups_in
from tests.diagnosis.frozen.test_standings import LOADS, WAITS, collected
from tests.reading.stacks.reading import blocks


def test_ranks_at_the_same_place_are_one_group_largest_first():
    groups, left_out = groups_in(blocks(collected([LOADS, WAITS, WAITS])))

    assert [[member.rank for member in group.members] for group in groups] == [[1, 2], [0]]
    assert left_out == 0


def test_stacks_without_a_rank_are_left_out_where_others_name_theirs():
    groups, left_out = groups_in(blocks(collected([WAITS]) + "\n== end ==\n\n" + LOADS.format(pid=99)))

    assert (len(groups), left_out) == (1, 1)


def test_a_group_has_moved_when_one_of_its_stacks_differs_between_samples():
    later = collected([WAITS, LOADS.replace("train.py:7", "train.py:8")], sample=2)
    groups, _ = groups_in(blocks(collected([WAITS, LOADS]) + later))

    assert {group.where.what: group.moved for group in groups} == {"collective": False, "own code": True}


IN_LIBRARY = """\
Thread 367714 (active): "MainThread"
    ctc_loss (torch/nn/functional.py:3086)
    train_step (train.py:12)
    <module> (train.py:17)
"""
ON_THE_GPU = """\
#0  0x000014e37c579940 in clock_gettime@plt () from /lib64/libcuda.so.1
#1  0x000014e44688a7d8 in cudaStreamSynchronize () from /opt/lib/libcudart.so.12
"""


@pytest.mark.parametrize("text", [f"{IN_LIBRARY}\n{ON_THE_GPU}", f"{ON_THE_GPU}\n{IN_LIBRARY}"])
def test_a_native_stack_shows_what_the_python_one_of_the_process_waits_in(text):
    (group,), _ = groups_in(blocks(text))

    assert (group.where.what, group.where.function) == ("device", "cudaStreamSynchronize")
    assert group.where.own.function == "train_step"


def test_stacks_of_two_tools_that_name_two_processes_are_not_of_one():
    native = f"Thread 1 (LWP 8):\n{ON_THE_GPU}"
    (group,), _ = groups_in(blocks(f"Process 7: python train.py\n{IN_LIBRARY}\n{native}"))

    assert group.where.what == "own code"


def test_one_sample_says_nothing_about_moving():
    groups, _ = groups_in(blocks(collected([WAITS])))

    assert [group.moved for group in groups] == [None]


IMPORTING = """\
Thread 0x00007f5f0f43d480 (most recent call first):
  File "<frozen importlib._bootstrap>", line 1027 in _find_and_load
  File "/opt/env/lib/python3.10/site-packages/tool/__init__.py", line 7 in <module>
"""


def test_a_stack_of_libraries_alone_tells_where_it_imports_one():
    (group,), _ = groups_in(blocks(IMPORTING))

    assert (group.where.does, group.where.own) == ("imports", None)
    assert groups_in(blocks(IMPORTING.replace("_find_and_load", "_parse")))[0] == ()


DUMPED = """\
Timeout (0:05:00)!
Thread 0x00007f{thread}740 (most recent call first):
  File "/opt/env/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py", line 3252 in all_reduce
  File "/home/u/train.py", line {line} in <module>
step 12
"""


@pytest.mark.parametrize(
    ("second", "members", "moved"),
    [
        ({"thread": "aa", "line": 12}, 1, False),
        ({"thread": "aa", "line": 13}, 1, True),
        ({"thread": "bb", "line": 12}, 2, None),
    ],
)
def test_faulthandlers_thread_that_is_dumped_again_is_the_same_process(second, members, moved):
    groups, _ = groups_in(blocks(DUMPED.format(thread="aa", line=12) + DUMPED.format(**second)))

    assert [(len(group.members), group.moved) for group in groups] == [(members, moved)]
