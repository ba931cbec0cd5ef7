"""What was started again, and failed the same way again."""

from kb.triage.figures.retries import Retried, retried
from tests.triage.figures.runs_of import run


def bad(job, way="oom", family="llama-#", hours=8.0):
    return run(job, failed=True, way=way, family=family, gpu_hours=hours)


def test_a_series_ends_with_another_way_or_a_good_run():
    runs = [bad("1"), bad("2"), bad("3"), run("4", family="llama-#"), bad("5"), bad("6", "nccl"), bad("7", "nccl")]

    assert retried(runs) == [
        Retried("llama-#", "oom", ("1", "2", "3"), 16.0),
        Retried("llama-#", "nccl", ("6", "7"), 8.0),
    ]


def test_jobs_whose_names_say_nothing_are_nobodys_retries():
    assert retried([bad("1", family=""), bad("2", family="")]) == []


def test_families_between_each_other_do_not_matter():
    runs = [bad("1"), bad("a", family="b-#"), bad("2"), bad("b", family="c-#")]

    assert [one.jobs for one in retried(runs)] == [("1", "2")]
