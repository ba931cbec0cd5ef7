"""What lies beside the stacks: whether a rank went on, how ranks talk, how many there should be."""

import pytest

from kb.reading.frozen.job import job_of
from kb.reading.stacks.job import groups_in
from tests.diagnosis.frozen.test_standings import WAITS, collected
from tests.reading.frozen.test_process import GLOO, NCCL, PROCESS
from tests.reading.stacks.reading import blocks

BETWEEN = """
== moved between the samples ==
pid=4000 rank=0 seconds=10 state=S,S cpu_seconds={cpu} waits={waits} main_thread=same_stack other_threads=same_stack
"""
ENVIRONMENT = "\n== environment of all ranks at=0.1s ==\nMASTER_ADDR={}\nWORLD_SIZE={}\n"


def text_of(stack, threads, waits=0, cpu=0.02):
    process = PROCESS.format(state="S (sleeping)", wchan="0", syscall="0", threads=threads)
    return collected([stack]) + collected([stack], sample=2) + process + BETWEEN.format(waits=waits, cpu=cpu)


def moved(*told, **values):
    found = blocks(text_of(*told, **values))
    return job_of(found).has_moved(groups_in(found)[0][0].members[0])


@pytest.mark.parametrize(("threads", "waits", "went_on"), [(GLOO, 0, False), (GLOO, 674, True), (NCCL, 674, False)])
def test_a_rank_of_gloo_that_woke_in_a_collective_went_on_though_its_stack_is_the_same(threads, waits, went_on):
    assert moved(WAITS, threads, waits=waits) is went_on


@pytest.mark.parametrize(("cpu", "went_on"), [(0.02, False), (9.0, True)])
def test_a_rank_in_code_of_its_own_went_on_where_it_used_the_processor(cpu, went_on):
    own = WAITS.replace("    all_reduce (torch/distributed/distributed_c10d.py:3252)\n", "")

    assert moved(own.replace("    wrapper (torch/distributed/c10d_logger.py:83)\n", ""), GLOO, cpu=cpu) is went_on


def test_groups_are_of_nccl_where_there_are_any():
    assert [
        (j.backend, j.process_groups) for j in (job_of(blocks(text_of(WAITS, t))) for t in ("", GLOO, GLOO + NCCL * 2))
    ] == [
        ("", 0),
        ("gloo", 1),
        ("nccl", 2),
    ]


@pytest.mark.parametrize(("address", "expected"), [("127.0.0.1", 3.0), ("node7", None)])
def test_without_a_launcher_all_ranks_are_expected_here_only_in_a_job_of_this_node(address, expected):
    assert job_of(blocks(collected([WAITS]) + ENVIRONMENT.format(address, 3))).expected == expected
