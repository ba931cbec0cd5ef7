"""A job's processes are found by what its launcher put into their environment, or below a process that is named."""

import os
import re
import subprocess
import sys

import pytest

from kb.collect import job
from kb.collect.running import attempts
from tests.collect.jobs import ASLEEP

FORKS = "import os, time\nos.fork()\nprint('step 17', flush=True)\ntime.sleep(300)\n"
STARTS = "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\n"
WITHOUT = {"RANK": None, "LOCAL_RANK": None, "WORLD_SIZE": None, "MASTER_ADDR": None, "TORCHELASTIC_RUN_ID": None}


def found(ranks, roots=None):
    started = {process.pid for process in ranks.started}
    everything = job.find(roots).processes
    return [p for p in everything if p.pid in started or p.parent in started]


def test_finds_every_rank_in_order(ranks):
    second, first = ranks.start(1), ranks.start(0)

    assert [(p.pid, p.rank, p.role) for p in found(ranks)] == [(first.pid, "0", "rank"), (second.pid, "1", "rank")]


def test_a_process_without_the_marks_is_no_part_of_it(ranks):
    ranks.start(0, **WITHOUT)

    assert found(ranks) == []


def test_a_loader_worker_has_the_marks_of_its_rank_and_is_told_from_it(ranks):
    parent = ranks.start(0, FORKS)

    assert [(p.role, p.rank) for p in found(ranks)] == [("rank", "0"), ("worker", "0")]
    assert found(ranks)[1].parent == parent.pid


def test_a_pod_that_exports_a_rank_to_its_launcher_has_one_launcher(ranks):
    """PyTorchJob sets RANK for torchrun itself, which sets it anew for its ranks."""
    launch = "import os, subprocess, sys, time\nfor n in '01':\n    subprocess.Popen([sys.executable, '-c', "
    launch += "'import time; time.sleep(300)'], env={**os.environ, 'RANK': n, 'LOCAL_RANK': n})\nprint('step 17')\n"
    ranks.start(0, launch + "sys.stdout.flush()\ntime.sleep(300)\n", LOCAL_RANK=None)

    assert [(p.rank, p.role) for p in found(ranks)] == [("0", "rank"), ("1", "rank"), ("0", "launcher")]


def test_a_shell_around_the_program_is_not_the_rank(ranks):
    ranks.start(
        0, f"import os, sys\nos.execv('/bin/sh', ['sh', '-c', '{sys.executable} -c \"$0\"; true', {ASLEEP!r}])\n"
    )

    assert [(p.role, p.is_python) for p in found(ranks)] == [("rank", True), ("launcher", False)]


def test_slurms_rank_counts_where_there_is_no_other(ranks):
    ranks.start(0, RANK=None, LOCAL_RANK=None, SLURM_PROCID=5)

    assert [p.rank for p in found(ranks)] == ["5"]


def test_a_named_process_brings_all_below_it(ranks):
    parent = ranks.start(0, STARTS + ASLEEP, **WITHOUT)

    below = job.find([parent.pid]).processes
    assert {p.parent for p in below if p.pid != parent.pid} == {parent.pid}
    assert len(below) == 2


def test_a_named_process_that_is_not_there_is_told():
    assert "pid 4194304 is not there" in job.find([4194304]).notes


def test_two_jobs_on_one_machine_are_told_apart(ranks):
    ranks.start(0)
    ranks.start(0, TORCHELASTIC_RUN_ID="other", MASTER_PORT=29999)
    one, two = found(ranks)

    assert one.job != two.job and f"job={one.job}" in one.label
    assert any("MASTER_PORT=29999" in note for note in job.find().notes)


def test_a_huge_environment_is_read(ranks):
    ranks.start(0, **{f"PADDING_{n}": "x" * 100_000 for n in range(15)})

    assert [p.rank for p in found(ranks)] == ["0"]


def test_the_shell_that_starts_us_is_not_the_job():
    """In a pod every shell has the pod's MASTER_ADDR."""
    show = "from kb.collect.job import find; print([p.pid for p in find().processes if 'POD' in p.variables])"
    environment = {"POD": "1", "MASTER_ADDR": "pod", "RANK": "0", "PATH": os.environ["PATH"]}
    shell = ["sh", "-c", f'{sys.executable} -c "{show}"; true']

    assert subprocess.run(shell, env=environment, capture_output=True, text=True).stdout == "[]\n"


def test_a_process_whose_memory_cannot_be_read_is_left_out_and_said(ranks, monkeypatch):
    """As one that the kernel holds: reading /proc/PID/environ then never comes back."""
    stuck, fine = ranks.start(0), ranks.start(1)
    read = job.read
    monkeypatch.setattr(attempts, "patience", lambda: 1.0)
    monkeypatch.setattr(job, "SCAN_SECONDS", 3.0)
    asleep = ["sleep", "300"]
    monkeypatch.setattr(job, "read", lambda pid: os.execvp("sleep", asleep) if pid == stuck.pid else read(pid))  # noqa: S606

    everything = job.find()

    assert fine.pid in [p.pid for p in everything.processes]
    assert (
        f"pid {stuck.pid}: reading its environment did not come back (a process stuck in the kernel)"
        in everything.notes
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_another_users_process_is_named_with_what_to_do(ranks):
    ranks.start(0)
    show = "import os; from kb.collect import job; os.setuid(65534); print(job.find().notes)"
    notes = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True).stdout

    assert re.search(r"[1-9]\d* Python process.*\d+ \(uid 0\).*run as root", notes)


def test_a_program_without_ranks_is_itself_what_is_looked_at(ranks):
    """A shell that starts a plain program whose loader forks."""
    parent = ranks.start(0, FORKS, **WITHOUT)

    assert [(p.role, p.is_python) for p in found(ranks, [parent.pid])] == [("rank", True), ("worker", True)]


@pytest.mark.parametrize(
    ("command", "taken"),
    [
        (["python", "-m", "torch.distributed.run", "--nnodes=2", "train.py"], [("rank", "?")]),
        (["/opt/venv/bin/python", "/opt/venv/bin/torchrun", "--nnodes=2", "train.py"], [("rank", "?")]),
        (["python", "torchrun_notes.py"], []),
    ],
)
def test_where_no_rank_runs_a_launcher_that_waits_for_other_nodes_is_taken(monkeypatch, command, taken):
    """The scan stands for a machine on which nothing else runs."""
    launcher = job.Process(4000, 1, 0, "python", 0.0, command)
    monkeypatch.setattr(job, "_scan", lambda marks: ({4000: launcher}, []))

    assert [(p.role, p.rank) for p in job.find().processes] == taken
