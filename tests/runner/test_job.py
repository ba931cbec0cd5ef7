"""A job knows why it cannot run on a machine."""

from kb.runner.job import Job, why_not
from tests.runner.entries import plan_of


def test_what_a_machine_lacks_is_named(content):
    job = Job("it", plan_of(content, how="processes: 2"))

    assert why_not(job, {"cpu"}) == ""
    assert why_not(Job("it", None), {"cpu"}) == "the entry has no programs"
    assert "no torch" in why_not(job, set())


def test_a_job_runs_from_the_moment_a_program_starts(content):
    job = Job("it", plan_of(content))
    assert not job.running

    job.enter("fixed")

    assert job.running and job.began > 0
