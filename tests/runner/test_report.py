"""What came of an entry is told with what was expected and what was seen."""

from kb.runner.job import Job
from kb.runner.judging.judge import judge
from kb.runner.report import Progress, report, summary
from kb.runner.reproduce import Reproduced
from kb.runner.supervising.outcome import Outcome, Run
from tests.runner.entries import plan_of
from tests.runner.judging.runs import GOOD, MESSAGE


def job_of(content, broken=MESSAGE, fixed=GOOD):
    plan = plan_of(content)
    job = Job("it", plan, done=Reproduced(judge(plan, broken, fixed), broken, fixed, {}))
    job.state = job.done.verdict.word
    return job


def test_as_it_should_be(content):
    said = report(job_of(content))

    assert said.startswith("ok   it  broken 1.0 s, fixed 1.0 s") and "turned by 7.5" in said


def test_another_failure_is_called_news(content):
    said = report(job_of(content, broken=Run(Outcome([1], 1.0), "KeyError: 3\n")))

    assert said.startswith("FAIL it") and "KeyError: 3" in said
    assert "another failure: news about this version, which revokes nothing" in said


def test_what_was_not_run_says_why():
    assert report(Job("it", None, reason="this machine lacks gpu")) == "- it: not run here: this machine lacks gpu"


def test_the_summary_counts(content):
    jobs = [job_of(content), Job("other", None, reason="no")]

    assert summary(jobs, "2.13.0", stopped=False) == "1 of 1 verified, 1 not run here, torch 2.13.0"
    assert summary(jobs, "", stopped=True).startswith("stopped: ") and "no torch" in summary(jobs, "", False)


def test_progress_shows_each_programs_own_seconds_and_limit(content):
    job = Job("it", plan_of(content))
    job.enter("fixed")
    job.began = 100.0

    assert Progress([job]).line(103.2) == "0/1  it fixed 3/20 s"
