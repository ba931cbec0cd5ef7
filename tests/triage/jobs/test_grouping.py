"""Logs become jobs: each log in one, each job under its own name."""

from kb.triage.jobs.grouping import jobs
from kb.triage.sources.source import Source


def grouped(*names):
    return {job.name: [file.source.name for file in job.files] for job in jobs(Source(n, n, 1) for n in names)}


def test_ranks_are_in_the_order_of_their_numbers():
    assert grouped("x/rank10.log", "x/rank2.log", "y/rank0.log") == {
        "x": ["x/rank2.log", "x/rank10.log"],
        "y": ["y/rank0.log"],
    }


def test_output_and_errors_of_a_job_lie_in_two_folders():
    assert grouped("out/1234.out", "err/1234.err") == {"1234": ["err/1234.err", "out/1234.out"]}


def test_jobs_of_the_same_name_by_other_rules_are_told_apart():
    assert sorted(grouped("slurm-1234.out", "1234-worker-0.log")) == ["1234", "1234 (kubernetes)"]


def test_of_torchrun_on_several_nodes_no_rank_is_claimed():
    one = jobs([Source("run_aaaaaaaa/attempt_0/0/stderr.log", ""), Source("run_aaaaaaaa/attempt_0/1/stderr.log", "")])
    two = jobs([Source("run_aaaaaaaa/attempt_0/0/stderr.log", ""), Source("run_bbbbbbbb/attempt_0/0/stderr.log", "")])

    assert [file.rank for file in one[0].files] == ["0", "1"]
    assert [file.rank for file in two[0].files] == ["", ""]


def test_restarts_of_torchrun_are_one_job():
    (job,) = jobs([Source(f"run_aaaaaaaa/attempt_{n}/0/stderr.log", "") for n in range(3)])

    assert [file.attempt for file in job.files] == ["0", "1", "2"]
