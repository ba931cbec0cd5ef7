"""Jobs are answered by several processes, each once, whatever happens to one of them."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from kb.triage.answers import processes
from kb.triage.answers.processes import ENOUGH_BYTES, _handful, cores, lines
from kb.triage.answers.row import Row
from tests.servers import wait_until
from tests.shelf import LOG
from tests.triage.jobs_of import jobs_of

ROOT = Path(__file__).parents[3]


@pytest.fixture
def many(tmp_path):
    return jobs_of(tmp_path, **{f"job{n}": LOG if n % 2 else "step 1\n" for n in range(40)})


def jobs_of_size(*sizes):
    return iter([SimpleNamespace(size=size) for size in sizes])


def rows(jobs, matcher, count=2):
    return {job.name: msgspec.json.decode(line, type=Row) for job, line in lines(jobs, matcher, count)}


def test_every_job_is_answered_once(many, small):
    named = [job.name for job, _ in lines(many, small, 2)]

    assert sorted(named) == sorted(job.name for job in many)
    assert {row.state for row in rows(many, small).values()} == {"known", "clean"}


def test_small_jobs_are_handed_over_together_and_large_ones_alone(many):
    left = iter(many)
    assert [len(_handful(left)) for _ in range(6)] == [8, 8, 8, 8, 8, 0]
    large = jobs_of_size(ENOUGH_BYTES, ENOUGH_BYTES + 1, 5, ENOUGH_BYTES, 5, 5)
    assert [[job.size for job in _handful(large)] for _ in range(4)] == [
        [ENOUGH_BYTES],
        [ENOUGH_BYTES + 1],
        [5, ENOUGH_BYTES],
        [5, 5],
    ]


def test_no_job_no_process(small):
    assert rows([], small) == {}


def _answer_but(deadly, times):
    """Kills its process at this job, the first so many times."""

    def answered(job, matcher):
        marks = Path(job.files[0].source.path).with_suffix(".killed")
        count = len(marks.read_text()) if marks.exists() else 0
        if job.name == deadly and count < times:
            marks.write_text("x" * (count + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return Row(job.name, job.rule, "clean")

    return answered


def test_when_a_process_is_killed_once_all_jobs_are_answered_all_the_same(many, small, monkeypatch):
    monkeypatch.setattr(processes, "answered", _answer_but("job7", 1))
    answered = [job.name for job, _ in lines(many, small, 2)]

    assert sorted(answered) == sorted(job.name for job in many)


def test_a_job_that_kills_twice_is_a_row_that_says_so_and_all_others_are_answered(many, small, monkeypatch):
    monkeypatch.setattr(processes, "answered", _answer_but("job7", 99))
    found = rows(many, small)

    assert len(found) == len(many)
    assert found["job7"].state == "unread" and "killed, twice" in found["job7"].unread["job7"]
    assert {row.state for name, row in found.items() if name != "job7"} == {"clean"}


def test_a_fault_of_our_own_ends_nothing(many, small, monkeypatch):
    monkeypatch.setattr(processes, "answered", lambda job, matcher: 1 / 0)
    found = rows(many[:3], small)

    assert all("ZeroDivisionError" in row.unread[row.job] for row in found.values())


ORPHANS = """
import os, sys, time
from types import SimpleNamespace
from kb.triage.answers import processes
def slow(job, matcher):
    with open(sys.argv[1], "a") as file:
        file.write(f"{os.getpid()}\\n")
    time.sleep(60)
processes.answered = slow
for _ in processes.lines([SimpleNamespace(size=1 << 20)] * 8, None, 2):
    pass
"""


def test_the_processes_of_a_parent_that_is_killed_end_with_it(tmp_path):
    seen = tmp_path / "pids"
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS, seen], cwd=ROOT)
    wait_until(lambda: seen.exists() and len(seen.read_text().split()) == 2)
    parent.kill()
    parent.wait()

    wait_until(lambda: not any(map(_runs, seen.read_text().split())))


def _runs(pid: str) -> bool:
    """Who has ended may wait for its new parent to take note."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_there_is_a_core():
    assert cores() >= 1
