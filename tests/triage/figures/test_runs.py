"""Of each row the figures keep what they need, in the order of time."""

import pytest

from kb.triage.answers.row import Line, Row
from kb.triage.figures.runs import family, runs
from kb.triage.figures.shapes import Shapes


@pytest.mark.parametrize(
    ("rule", "job", "file", "told"),
    [
        ("slurm", "45678", "out/llama-45678.out", "out/llama-#"),
        ("slurm", "45678", "slurm-45678.out", ""),
        ("slurm", "45678_3", "logs/slurm-45678_3.err.gz", ""),
        ("kubernetes", "llama-7", "llama-7-worker-0.log", "llama-#"),
        ("torchrun", "exp7", "exp7_abcd1234/attempt_0/0/stderr.log", "exp#"),
        ("torchrun", "none_abcd1234", "none_abcd1234/attempt_0/0/stderr.log", ""),
        ("file", "train-2", "train-2.log", "train-#"),
        ("pattern", "exp-7", "x.log", "exp-#"),
        ("ranks", "job", "rank0.log", ""),
    ],
)
def test_a_job_and_its_retries_have_a_family(rule, job, file, told):
    assert family(Row(job, rule, "clean", (file,))) == told


def test_runs_are_in_the_order_of_their_beginnings_and_those_without_come_last():
    rows = [
        Row("9", "file", "clean"),
        Row("b", "file", "clean", begins="2026-11-22T09:00:00", ends="2026-11-22T10:00:00"),
    ]
    rows += [
        Row("10", "file", "clean"),
        Row("a", "file", "clean", begins="2026-11-21T09:00:00", ends="2026-11-21T10:00:00"),
    ]

    assert [run.job for run in runs(rows, Shapes())] == ["a", "b", "9", "10"]


def test_an_unknown_error_has_its_shape_for_a_way_and_a_guess_is_no_way():
    rows = [
        Row(str(n), "file", "unknown", slug="guess", unexplained=Line(f"RuntimeError: flux {n} of rank {n}"))
        for n in range(2)
    ]
    one, other = runs(rows, Shapes())

    assert one.way == other.way != "guess" and one.slug == "" and one.failed


def test_a_node_that_the_job_did_not_have_is_nobodys():
    (run,) = runs([Row("1", "file", "unknown", node="elsewhere", nodes=("gpu1",))], Shapes())

    assert run.node == ""


def test_a_hostile_name_takes_no_time():
    family(Row("job-" * 5000 + "!", "pattern", "clean"))
