"""Two samples tell a frozen process from a slow one."""

import json

from kb.collect import moved
from kb.collect.running.attempts import Outcome, Probe

STATE = "at: {at}\nState: {state}\nvoluntary_ctxt_switches: {waits}\ncpu_seconds: {cpu}\nio_rchar: 5\n"
STACK = """Process 7: python train.py

Thread 7 ({word}): "MainThread"
    {frame} (train.py:3)
Thread 8 (idle): "Thread-1"
    run (a.py:1)
"""


def samples(name, first, second):
    return [Outcome(Probe(f"{name} sample={n}", str), text, 0, 0) for n, text in ((1, first), (2, second))]


def process(**after):
    before = {"at": 100.0, "state": "S (sleeping)", "waits": 10, "cpu": 4.0}
    return samples("process pid=7 rank=0", STATE.format(**before), STATE.format(**before | {"at": 105.0} | after))


def stacks(frame="wait", word="idle"):
    first = STACK.format(frame="wait", word="idle")
    return samples("py-spy dump pid=7 rank=0", first, STACK.format(frame=frame, word=word))


def ras(first, second):
    def answer(counts):
        ranks = [{"rank": n, "collective_counts": {"AllReduce": c, "Reduce": 0}} for n, c in enumerate(counts)]
        return json.dumps({"communicators": [{"hash": "0xab", "ranks": ranks}]}, indent=1)

    return samples("NCCL RAS json address=localhost:28028", answer(first), answer(second))


def test_a_frozen_process():
    assert moved.report(process() + stacks()) == (
        "pid=7 rank=0 seconds=5 state=S,S cpu_seconds=0 read_bytes=0 written_bytes=? waits=0 preemptions=? "
        "main_thread=same_stack other_threads=same_stack\n"
    )


def test_a_slow_one():
    line = moved.report(process(cpu=9.5, waits=25, state="R (running)") + stacks("forward"))

    assert "state=S,R cpu_seconds=5.5" in line and "waits=15" in line
    assert "main_thread=moved other_threads=same_stack" in line


def test_the_state_that_py_spy_saw_by_chance_is_no_movement():
    assert "main_thread=same_stack" in moved.report(process() + stacks(word="active"))


def test_what_the_second_sample_says_of_the_program_is_no_movement():
    around = "\naround line 3 of wait (train.py)\n  in lines 2-4: while True\n"
    told = samples(
        "py-spy dump pid=7 rank=0",
        STACK.format(frame="wait", word="idle"),
        STACK.format(frame="wait", word="idle") + around,
    )

    assert "main_thread=same_stack other_threads=same_stack" in moved.report(process() + told)


def test_one_that_ended_in_between():
    gone = samples("process pid=7 rank=0", STATE.format(at=1, state="S", waits=1, cpu=1), "absent: No such process\n")

    assert moved.report(gone).startswith("pid=7 rank=0 gone")


def test_communicators_that_stand_still_with_a_rank_behind():
    assert moved.report(ras([12, 12, 11], [12, 12, 11])) == (
        "NCCL communicator 0xab: 0 of 3 ranks moved; rank 0-1: AllReduce=12; rank 2: AllReduce=11\n"
    )


def test_communicators_that_go_on():
    assert "3 of 3 ranks moved; rank 0-2: AllReduce=13" in moved.report(ras([12, 12, 12], [13, 13, 13]))


def test_the_comma_that_nccl_2_28_forgets():
    broken = '{"communicators": [{"hash": "0xab", "ranks": [{"rank": 0, "collective_counts": {"AllReduce": 1}}],'
    broken += '"missing_ranks": [{"rank": 1, "nvml_dev": 3\n "status": {"unresponsive": true}}]}]}'
    two = samples("NCCL RAS json address=localhost:28028", broken, broken)

    assert moved.report(two).startswith("NCCL communicator 0xab: 0 of 1 ranks moved")


def test_a_ras_text_counts_as_the_same_whatever_time_it_took():
    two = samples(
        "NCCL RAS text address=a:1", "Communicators... (0.00s)\nMISMATCH", "Communicators... (2.05s)\nMISMATCH"
    )

    assert moved.report(two) == "NCCL RAS text address=a:1: the same both times\n"


def test_without_two_samples_nothing_is_said():
    assert moved.report(process()[:1]) == ""
