"""The whole file, from real processes."""

import io

import pytest

from kb.collect import job, plan
from kb.collect.collecting import collect, table
from kb.collect.report import FORMAT, Report
from tests.collect.jobs import AT_WORK, sections


@pytest.fixture
def written(ranks):
    asleep, working = ranks.start(1), ranks.start(0, AT_WORK)
    stream, seen = io.StringIO(), []
    report = Report(stream)
    collect(job.find([asleep.pid, working.pid]), report, plan.Wishes(), 0.5, seen.append)
    report.end()
    return stream.getvalue(), asleep.pid, working.pid, seen


def test_a_rank_that_sleeps_is_told_from_one_that_works(written):
    text, asleep, working, seen = written
    found = sections(text)
    moved = dict(line.split(" rank=") for line in found["moved between the samples"].splitlines() if " rank=" in line)

    assert text.startswith(f"{FORMAT}\nhost: ")
    assert "state=S,S cpu_seconds=0 " in moved[f"pid={asleep}"]
    assert "cpu_seconds=0 " not in moved[f"pid={working}"]
    assert "wait_for_batch" in found[f"py-spy dump pid={asleep} rank=1 sample=1"]
    assert "step 17" in found["log tails"]
    assert "Max open files" in found[f"limits pid={asleep} rank=1"]
    assert f"{working}" in found["job"].splitlines()[1], "rank 0 first"
    assert seen[-1].startswith(f"{len(seen)}/{len(seen)} ")


def test_a_line_for_each_process_whatever_its_arguments():
    process = job.Process(7, 1, 0, "python", 0.0, ["python", "-c", "a\n== end ==\nb" + "x" * 1000], {}, role="other")
    lines = table(job.Job([process], ["something could not be read"])).splitlines()

    assert len(lines) == 3 and len(lines[1]) < 400
    assert lines[2] == "note: something could not be read"
