"""Python stacks, without stopping the process; where there are none, what would help."""

import shutil
import sys
from pathlib import Path

import pytest

from kb.collect import job
from kb.collect.probes.process import stacks
from kb.collect.running.attempts import Absent
from tests.collect.jobs import tool

here = Path(sys.executable).parent / "py-spy"
needs_py_spy = pytest.mark.skipif(not here.exists() and not shutil.which("py-spy"), reason="py-spy is not installed")


@needs_py_spy
def test_the_frame_in_which_a_rank_waits(ranks):
    text = stacks.dump(job.read(ranks.start(0).pid))

    assert "wait_for_batch (train_0_0.py:3)" in text and "(idle)" in text


@needs_py_spy
def test_a_process_that_has_ended(ranks):
    process = job.read(ranks.start(0).pid)
    ranks.end()

    with pytest.raises(Absent, match="the process has ended"):
        stacks.dump(process)


@pytest.fixture
def alone(monkeypatch):
    """No py-spy beside us and none on the PATH; called once the ranks run."""

    def leave(beside="/nowhere"):
        monkeypatch.setattr(stacks.sys, "executable", f"{beside}/python")
        monkeypatch.setattr(stacks.commands, "ALSO", "/nowhere")
        monkeypatch.setenv("PATH", "/nowhere")

    return leave


def test_the_jobs_own_py_spy_will_do(ranks, tmp_path, alone):
    (tmp_path / "venv").mkdir()
    tool(tmp_path / "venv/bin", "py-spy", "#!/bin/sh\necho Process $3: $4\n")
    process = job.read(ranks.start(0, VIRTUAL_ENV=tmp_path / "venv").pid)
    process.command[:] = ["python"]
    alone()

    assert stacks.dump(process) == f"Process {process.pid}: --nonblocking\n"


def test_not_installed_says_how_to_get_it(ranks, alone):
    process = job.read(ranks.start(0).pid)
    process.command[:] = ["python"]
    alone()

    with pytest.raises(Absent, match="pip install py-spy"):
        stacks.dump(process)


def test_a_refusal_says_what_would_help(ranks, tmp_path, alone):
    tool(tmp_path / "bin", "py-spy", "#!/bin/sh\necho 'Permission denied (os error 13)' >&2; exit 1\n")
    process = job.read(ranks.start(0).pid)
    alone(tmp_path / "bin")

    with pytest.raises(Absent, match="run as root, or in a container with SYS_PTRACE"):
        stacks.dump(process)
