"""The end of a job's own log, where it prints into a file."""

import subprocess
import sys

import pytest

from kb.collect import job
from kb.collect.probes.process import logs
from kb.collect.running.attempts import Absent


def test_the_log_of_each_rank(ranks):
    processes = [job.read(ranks.start(n).pid) for n in range(2)]

    assert [line for line in logs.every(processes).splitlines() if line == "step 17"] == ["step 17"] * 2
    assert f"--- {ranks.log(1)} (pid={processes[1].pid} rank=1" in logs.every(processes)


def test_a_file_that_ranks_share_is_shown_once(ranks):
    process = job.read(ranks.start(0).pid)

    assert logs.every([process, process]).count("step 17") == 1


def test_of_a_long_one_the_end_in_whole_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "TAIL", 100)
    (tmp_path / "log").write_text("".join(f"line {n}\n" for n in range(1000)))

    head, first, *_, last = logs.tail(tmp_path / "log").splitlines()
    assert head.startswith("cut: the first ") and first.startswith("line ") and last == "line 999"


def test_a_job_that_prints_into_a_pipe_has_none():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=-1, stdout=-1, stderr=-1) as process:
        with pytest.raises(Absent, match="add the job's log by hand"):
            logs.every([job.read(process.pid)])
        process.kill()
