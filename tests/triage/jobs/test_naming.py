"""How logs are named by those who write them."""

import re

import pytest

from kb.triage.jobs.job import Place
from kb.triage.jobs.naming import own_rule, place
from kb.triage.sources.archives import LONGEST_NAME

UID = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("slurm-123.out", Place("123", "slurm")),
        ("a/slurm-123_4.out", Place("123_4", "slurm")),
        ("slurm-123.err.gz", Place("123", "slurm")),
        ("slurm-4711-rank3.out", Place("4711", "slurm", "3")),
        ("slurm-123-4.out", Place("123", "slurm")),
        ("job_123/rank0.log", Place("123", "slurm", "0")),
        ("x/job-77/stderr", Place("77", "slurm")),
        ("out/45678.out", Place("45678", "slurm")),
        ("llama-45678.err", Place("45678", "slurm")),
        ("x/none_abcd1234/attempt_0/3/stderr.log", Place("x/none_abcd1234", "torchrun", "3", attempt="0")),
        ("run7_abcd1234/attempt_1/0/stdout.log", Place("run7", "torchrun", "0", attempt="1")),
        ("llama-worker-0.log", Place("llama", "kubernetes", node="llama-worker-0")),
        ("llama-master-0.log", Place("llama", "kubernetes", node="llama-master-0")),
        ("train-workers-0-3-abcde.log", Place("train", "kubernetes", node="train-workers-0-3")),
        (f"ml_llama-worker-1_{UID}/pytorch/0.log", Place("llama", "kubernetes", node="llama-worker-1")),
        (f"ml_single_{UID}/main/0.log", Place("single", "kubernetes", node="single")),
        ("rank0.log", Place("job", "ranks", "0")),
        ("runs/a_rank10.log", Place("runs/a", "ranks", "10")),
        ("runs/b-local_rank3.err", Place("runs/b", "ranks", "3")),
        ("x/node3.out", Place("x", "ranks")),
        ("x/collect-gpu7-20261122-101112.txt", Place("x", "ranks", node="gpu7")),
        ("train.log", Place("train", "file")),
        ("train_20261122.out", Place("train_20261122", "file")),
        ("frank3.log", Place("frank3", "file")),
    ],
)
def test_a_name_tells_its_job(name, told):
    assert place(name) == told


def test_ones_own_pattern_comes_first_and_what_it_does_not_know_is_left_to_the_others():
    own = own_rule(re.compile(r"(?P<job>exp\d+)/(?P<node>[a-z]+\d+)\.(?P<rank>\d+)\."))

    assert place("exp7/gpu3.12.log", own) == Place("exp7", "pattern", "12", "gpu3")
    assert place("slurm-1234.out", own) == Place("1234", "slurm")
    assert place("b.log", own_rule(re.compile("(?P<job>x)?b"))) == Place("b", "file")


def test_output_and_errors_of_one_name_belong_together():
    assert place("a/train.out").job == place("a/train.err").job != place("b/train.err").job


@pytest.mark.parametrize(
    "part", ["a-", "slurm-", "slurm-12-", "rank", "rank1", "1", "-a_", "job-1/", "a-worker-0-", "_"]
)
def test_a_hostile_name_of_the_longest_that_is_taken_is_read_at_once(part):
    name = part * (LONGEST_NAME // len(part))

    assert place(name + "!").job and place(name + "!.out").job
