"""What the stacks of one job say, as facts that entries can compare."""

import pytest

from kb.reading.frozen.facts import facts_in
from tests.diagnosis.frozen.test_standings import LOADS, WAITS, collected
from tests.reading.frozen.test_process import GLOO, NCCL, PROCESS
from tests.reading.stacks.reading import blocks

BARRIER = WAITS.replace("all_reduce", "barrier")
WORKER = """\
Process {pid}: python -u train.py
Python v3.11.7 (/usr/bin/python3.11)

Thread {pid} (idle): "MainThread"
    acquire (multiprocessing/synchronize.py:95)
    read (reading.py:7)
    fetch (torch/utils/data/_utils/fetch.py:54)
    _worker_loop (torch/utils/data/_utils/worker.py:374)
"""
ENVIRONMENT = "\n== environment pid=4000 rank=0 at=0.1s ==\nRANK=0\nLOCAL_WORLD_SIZE={}\n"


def facts(text):
    found = facts_in(blocks(text))
    return {name: [own.fact.value for own in found if own.fact.name == name] for name in {o.fact.name for o in found}}


def test_every_rank_says_what_it_waits_in_and_where():
    said = facts(collected([WAITS, LOADS]))

    assert said["standing_in"] == ["collective", "own code".replace(" ", "-")]
    assert said["standing_at"] == ["all_reduce", "load_batch"]


@pytest.mark.parametrize(("stacks", "apart"), [([WAITS, WAITS], "no"), ([WAITS, BARRIER], "yes"), ([WAITS], None)])
def test_ranks_are_apart_where_their_places_differ(stacks, apart):
    assert facts(collected(stacks)).get("ranks_apart", [None]) == [apart]


def test_two_samples_say_whether_anybody_moved():
    still = collected([WAITS, LOADS]) + collected([WAITS, LOADS], sample=2)
    moved = collected([WAITS, LOADS]) + collected([WAITS, LOADS.replace("train.py:7", "train.py:8")], sample=2)

    assert [facts(text).get("ranks_moved") for text in (still, moved, collected([WAITS]))] == [["no"], ["yes"], None]


def test_a_loaders_worker_speaks_for_itself_only():
    said = facts(collected([WAITS, WORKER]))

    assert (said["standing_in"], said["worker_standing_in"]) == (["collective"], ["lock"])
    assert "ranks_apart" not in said


@pytest.mark.parametrize(("started", "missing"), [(2, 0.0), (3, 1.0)])
def test_a_rank_that_was_started_here_and_has_no_stack_is_missing(started, missing):
    assert facts(collected([WAITS, LOADS]) + ENVIRONMENT.format(started))["ranks_missing"] == [missing]


@pytest.mark.parametrize(("threads", "does"), [(GLOO, "reads-data"), (GLOO + NCCL, None)])
def test_with_nccl_the_name_of_a_function_says_nothing_since_it_may_wait_for_the_gpu(threads, does):
    process = PROCESS.format(state="S (sleeping)", wchan="futex_do_wait", syscall="202 0x1", threads=threads)

    said = facts(collected([LOADS, WAITS]) + "\n" + process.removeprefix("rankdown-collect 1\n"))

    assert said.get("standing_does", [None]) == [does]


@pytest.mark.parametrize(
    ("stacks", "behind", "differ"),
    [([WAITS, LOADS], 1.0, None), ([WAITS, WAITS], 0.0, "no"), ([WAITS, BARRIER], 0.0, "yes")],
)
def test_who_is_behind_and_whether_the_collectives_differ(stacks, behind, differ):
    said = facts(collected(stacks))

    assert (said["ranks_behind"], said.get("collectives_differ", [None])) == ([behind], [differ])


def test_where_nobody_waits_nobody_is_behind():
    assert "ranks_behind" not in facts(collected([LOADS, LOADS]))


def test_without_stacks_there_is_nothing_to_say():
    assert facts_in(blocks("rankdown-collect 1\n" + ENVIRONMENT.format(2))) == []


def test_a_fact_stands_at_its_stack_and_names_the_rank():
    first = facts_in(blocks(collected([WAITS])))[0]

    assert (first.rank, first.fact.line, first.fact.text) == ("0", 3, "all_reduce in train_step (train.py:12)")


ENDED = """\
Fatal Python error: Aborted

Current thread 0x00007f0c4cd781c0 (most recent call first):
  File "{file}", line 266 in {function}
  File "train.py", line 12 in <module>
"""


def test_a_process_that_ended_waited_for_nothing_unless_it_stood_in_a_collective():
    compiles = ENDED.format(file="/opt/jax/_src/compiler.py", function="backend_compile")
    reduces = ENDED.format(
        file="/opt/env/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py", function="all_reduce"
    )

    assert facts(compiles) == {}
    assert facts(reduces.replace("Aborted", "Segmentation fault")) == {}
    assert facts(reduces)["standing_in"] == ["collective"]
