"""Who stands where: what the stacks of one job tell together."""

import pytest

from kb.diagnosis.frozen.standings import find_standings, only_helpers
from tests.reading.stacks.reading import blocks

WAITS = """\
Process {pid}: python -u train.py
Python v3.11.7 (/usr/bin/python3.11)

Thread {pid} (idle): "MainThread"
    all_reduce (torch/distributed/distributed_c10d.py:3252)
    wrapper (torch/distributed/c10d_logger.py:83)
    train_step (train.py:12)
    <module> (train.py:17)
"""
LOADS = """\
Process {pid}: python -u train.py
Python v3.11.7 (/usr/bin/python3.11)

Thread {pid} (idle): "MainThread"
    load_batch (train.py:7)
    train_step (train.py:11)
    <module> (train.py:17)
"""
HEADING = "== py-spy dump pid={pid} rank={rank} sample={sample} at=0.4s took=1.2s ==\n"


def collected(stacks, sample=1):
    """One sample as collect writes it: a stack a rank."""
    return "rankdown-collect 1\n" + "".join(
        (HEADING + stack).format(pid=4000 + rank, rank=rank, sample=sample) for rank, stack in enumerate(stacks)
    )


def told(text):
    return find_standings(blocks(text))


def test_the_rank_that_stands_elsewhere_is_suspected():
    standings = told(collected([WAITS, WAITS, LOADS, WAITS]))

    assert standings.sentences == (
        "Ranks 0, 1 and 3 stand in all_reduce (train.py:12); "
        "rank 2 stands in load_batch (train.py:7): look there first.",
    )
    assert [(group.suspected, [m.rank for m in group.members]) for group in standings.groups] == [
        (False, [0, 1, 3]),
        (True, [2]),
    ]


def test_at_a_draw_who_waits_for_others_is_not_suspected():
    standings = told(collected([LOADS, WAITS]))

    assert [(group.suspected, group.who) for group in standings.groups] == [(False, "Rank 1"), (True, "Rank 0")]


def test_ranks_at_a_draw_in_two_collectives_cannot_be_told_apart():
    standings = told(collected([WAITS, WAITS.replace("all_reduce", "barrier")]))

    assert [group.suspected for group in standings.groups] == [False, False]
    assert "no place is the majority's" in standings.sentences[0]


def test_all_in_one_collective_is_no_missing_rank():
    (sentence,) = told(collected([WAITS, WAITS])).sentences

    assert sentence.startswith(
        "Ranks 0 and 1 all stand in all_reduce (train.py:12). Nobody in this paste is missing there"
    )


def test_two_samples_say_who_has_moved():
    same = collected([WAITS, LOADS]) + collected([WAITS, LOADS], sample=2)
    moved = collected([WAITS, LOADS]) + collected([WAITS, LOADS.replace("train.py:7", "train.py:8")], sample=2)

    assert told(same).sentences[1:] == ("Nobody has moved between the two samples: stuck.",)
    assert told(moved).sentences[1:] == (
        "Rank 0 has not moved between the two samples.",
        "Rank 1 moved between the two samples: slow, not stuck.",
    )


def test_one_sample_says_nothing_of_moving():
    assert {member.moved for group in told(collected([WAITS, LOADS])).groups for member in group.members} == {None}


def test_without_ranks_processes_are_named():
    text = "".join(stack.format(pid=pid) for pid, stack in ((11, WAITS), (12, LOADS), (13, WAITS)))

    assert told(text).sentences[0].startswith("Processes 11, 13 stand in all_reduce (train.py:12); process 12 stands")


def test_stacks_without_a_rank_are_left_out_where_others_have_one():
    standings = told(collected([WAITS, WAITS]) + "== log tails pids=1 ==\n" + LOADS.format(pid=99))

    assert (standings.unnamed, len(standings.groups)) == (1, 1)


def test_two_tools_on_one_nameless_process_accuse_nobody():
    thread = WAITS.format(pid=11).split("\n\n", 1)[1]
    native = "#0  0x1 in ?? () from /lib64/libcuda.so.1\n#1  0x2 in cudaStreamSynchronize () from /x/libcudart.so.12\n"

    (sentence,) = [s for s in told(thread + native).sentences if "Left out" not in s]
    assert sentence.endswith("stands in all_reduce (train.py:12).")


def test_a_heading_that_a_person_wrote_names_the_rank():
    text = "=== rank 0 ===\n" + WAITS.format(pid=11) + "\n=== rank 1 ===\n" + LOADS.format(pid=11)

    assert [group.who for group in told(text).groups] == ["Rank 1", "Rank 0"][::-1]


@pytest.mark.parametrize(
    ("above", "rank"),
    [
        ("### Rank 3\n\nStack trace:\n```\n", 3),
        ("rank 3 is stuck at:\n```text\n", 3),
        ("**on rank3** (pid 11)\n$ py-spy dump --pid 11\n", 3),
        ("rank 3 的堆栈：\n\n", 3),
        ("rank 0-3:\n", None),
        ("rank 3 and the others:\n", None),
        ("Rank 3:\nloss 0.31\n", None),
    ],
)
def test_a_heading_may_say_more_and_stand_above_a_fence_or_the_command(above, rank):
    (group,) = told(above + WAITS.format(pid=11)).groups

    assert [member.rank for member in group.members] == [rank]


def test_a_worker_in_its_dataset_is_named_beside_its_rank():
    worker = (
        'Process {pid}: python\n\nThread {pid} (idle): "MainThread"\n    __getitem__ (data.py:7)\n'
        "    _worker_loop (torch/utils/data/_utils/worker.py:374)\n    <module> (train.py:17)\n"
    )
    text = collected([WAITS, WAITS]) + HEADING.format(pid=77, rank=1, sample=1) + worker.format(pid=77)

    assert "a data loader worker of rank 1 stands in __getitem__ (data.py:7)" in told(text).sentences[0]


def test_who_was_interrupted_stood_somewhere():
    text = '^CTraceback (most recent call last):\n  File "train.py", line 9, in step\n    wait()\nKeyboardInterrupt\n'
    assert find_standings(blocks(text)).sentences == (
        "The process of line 1 stood in step (train.py:9) when it was interrupted.",
    )


def test_a_crash_says_how_it_ended():
    text = (
        'Fatal Python error: Aborted\n\nCurrent thread 0x1 (most recent call first):\n  File "/a/t.py", line 3 in go\n'
    )

    assert told(text).sentences == ("The process of line 1 ended in go (t.py:3): Aborted.",)


@pytest.mark.parametrize("text", ["step 1\n", "#0  0x1 in ?? () from libx.so\n#1  0x2 in ?? () from liby.so\n"])
def test_where_no_stack_tells_there_is_nothing_to_say(text):
    assert told(text) is None


def test_two_threads_in_collectives_of_each_rank_are_both_named():
    saves = """\
Thread 77 (active): "AsyncCheckpointExecutor_0"
    all_gather_object (torch/distributed/distributed_c10d.py:3100)
    _save_state_dict (torch/distributed/checkpoint/state_dict_saver.py:334)
"""
    (sentence,) = told(collected([WAITS + saves, WAITS + saves])).sentences
    assert sentence.startswith(
        "Ranks 0 and 1 stand in all_reduce (train.py:12), and a second thread of each in all_gather_"
    )
    (sentence,) = told(collected([WAITS + saves, WAITS])).sentences
    assert "Nobody in this paste is missing" in sentence


IDLE = """\
Process 867625: ray::WorkerDict
Python v3.12.3 (/usr/bin/python3.12)

Thread 867625 (idle): "MainThread"
    main_loop (ray/_private/worker.py:946)
    <module> (ray/_private/workers/default_worker.py:330)
Thread 868001 (idle): "Thread-1 (_read_thread)"
    _recv_msg (torch/_inductor/compile_worker/subproc_pool.py:61)
    _bootstrap (threading.py:973)
"""


def test_stacks_of_helpers_alone_say_that_the_job_stands_elsewhere():
    assert told(IDLE).groups == ()
    assert told(IDLE).sentences[0].startswith("These stacks are of helpers:")


def test_only_helpers_are_there_where_hardly_a_word_is_left():
    assert only_helpers(told(IDLE), "```")
    assert not only_helpers(told(IDLE), "My training hangs after the first epoch with DeepSpeed.")
    assert not only_helpers(told(WAITS.format(pid=1)), "")
