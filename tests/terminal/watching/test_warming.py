"""What the answer needs is built while the job runs: once, out of everybody's way, and nothing is left of it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.terminal.watching.warming import Warming, wanted
from tests.collect.jobs import wait_until
from tests.contents import write_entry
from tests.terminal.door import COMMAND, ROOT


def step_until(warming, done):
    wait_until(lambda: warming.step() or done(), 60)


def test_the_work_is_done_once_in_a_process_that_yields_and_is_gone_afterwards(tmp_path):
    def work():
        with (tmp_path / "told").open("a") as file:
            own = os.getpid() == os.getsid(0)
            file.write(f"{os.nice(0)} {own} {signal.getsignal(signal.SIGTERM) == signal.SIG_DFL} {os.getpid()}\n")

    warming = Warming(work, after=0.0)
    step_until(warming, lambda: warming._begun and not warming._pid)
    for _ in range(5):
        warming.step()

    told, pid = (tmp_path / "told").read_text().rsplit(maxsplit=1)
    assert told == "19 True True"
    with pytest.raises(ChildProcessError):  # its status has been taken
        os.waitpid(int(pid), os.WNOHANG)


def test_nothing_begins_before_its_time_or_after_it_was_stopped(tmp_path):
    early, late = (Warming((tmp_path / name).touch, after=after) for name, after in (("early", 60.0), ("late", 0.0)))
    early.step()
    late.stop()
    time.sleep(0.01)
    late.step()

    assert (early._pid, late._pid) == (0, 0) and not list(tmp_path.iterdir())


def test_what_still_runs_is_ended_at_once():
    warming = Warming(lambda: time.sleep(600), after=0.0)
    step_until(warming, lambda: warming._pid)
    pid = warming._pid
    warming.stop()

    assert not Path("/proc", str(pid)).exists()


def test_work_that_fails_says_nothing(capfd):
    warming = Warming(lambda: 1 / 0, after=0.0)
    step_until(warming, lambda: warming._begun and not warming._pid)

    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("around", "does"), [({}, True), ({"SLURM_LOCALID": "0"}, True), ({"SLURM_LOCALID": "3"}, False)]
)
def test_of_the_tasks_of_a_node_the_first_does_it(around, does):
    assert wanted(around) is does


def test_a_watched_job_finds_the_catalogue_kept_when_it_ends(content, tmp_path):
    """A small catalogue, and no cache: both as a process of its own would have them."""
    write_entry(content, "first")
    cache, done = tmp_path / "cache", tmp_path / "done"
    around = os.environ | {"RANKDOWN_CONTENT": str(content), "RANKDOWN_CACHE": str(cache)}
    program = (
        f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.1)\nprint('went well')"
    )
    words = [*COMMAND, "watch", "-o", str(tmp_path), "--", sys.executable, "-c", program]
    job = subprocess.Popen(words, cwd=ROOT, env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: list(cache.glob("*.state")), 120)
    done.touch()

    assert job.communicate(timeout=60) == (b"went well\n", b"") and job.returncode == 0
    assert list(cache.glob("*.base-*"))
