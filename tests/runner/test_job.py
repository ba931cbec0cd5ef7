"""A job knows why it cannot run on a machine."""

from kb.runner.job import Job, why_not
from tests.runner.entries import plan_of

HERE = {"python": "3.11", "torch": "2.13.0", "cuda": "", "gpus": [], "packages": {}}


def test_what_a_machine_lacks_is_named(content):
    job = Job("it", plan_of(content, how="requires: ['torch>=2.0']"))

    assert why_not(job, HERE) == ""
    assert why_not(Job("it", None), HERE) == "the entry has no programs"
    assert "no torch" in why_not(job, HERE | {"torch": ""})
    assert why_not(job, HERE | {"torch": "1.13"}) == "the entry requires torch>=2.0 (here: 1.13)"


def test_a_job_runs_from_the_moment_a_program_starts(content):
    job = Job("it", plan_of(content))
    assert not job.running

    job.enter("fixed")

    assert job.running and job.began > 0
