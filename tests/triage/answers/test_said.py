"""What a log says of its run besides its failure."""

from datetime import datetime

import pytest

from kb.triage.answers.said import MOST_NAMES, Said

INIT = b"""\
gpu-1:101:101 [0] NCCL INFO comm 0x55 rank 0 nranks 16 cudaDev 0 busId 1000 - Init COMPLETE
gpu-2:102:102 [1] NCCL INFO comm 0x56 rank 9 nranks 16 cudaDev 1 busId 2000 - Init COMPLETE
gpu-2:102:102 [1] NCCL INFO comm 0x57 rank 0 nranks 2 cudaDev 1 busId 2000 - Init COMPLETE
"""


def said(*texts):
    found = Said()
    for text in texts:
        found.add("a.log", text, b"")
    return found


def test_nccl_tells_nodes_ranks_and_the_size_of_the_largest_group():
    found = said(INIT)

    assert (sorted(found.nodes), found.world_size) == (["gpu-1", "gpu-2"], 16)
    assert found.host_of_rank == {0: "gpu-1", 9: "gpu-2"}


@pytest.mark.parametrize(
    ("line", "nodes"),
    [
        (b"SLURM_JOB_NODELIST=gpu[1-2]\n", ["gpu1", "gpu2"]),
        (b"SLURMD_NODENAME=gpu7\n", ["gpu7"]),
        (b"srun: error: gpu[3,5]: tasks 0,8: Killed\n", ["gpu3", "gpu5"]),
        (b"slurmstepd: error: *** JOB 12 ON gpu9 CANCELLED AT 2026-11-21T09:00:00 DUE TO TIME LIMIT ***\n", ["gpu9"]),
        (b"  host      : gpu4\n", ["gpu4"]),
        (b"  host      : localhost\n", []),
        (b"training on 8 nodes\n", []),
    ],
)
def test_nodes_are_named_in_many_ways(line, nodes):
    assert sorted(said(line).nodes) == nodes


def test_lists_of_names_that_are_no_hosts_are_not_spelled_out_without_end(monkeypatch):
    looked_at = []
    monkeypatch.setattr("kb.triage.answers.said.is_host", looked_at.append)
    said(b"NODELIST=[1-4000]\n" * 500)

    assert len(looked_at) == MOST_NAMES


def test_a_run_begins_with_its_first_time_and_ends_with_its_last():
    found = said(b"2026-11-21 09:00:00 start\nstep\n", b"2026/11/21 08:59:59 x\n[2026-11-21T11:30:00] y\n")

    assert (found.begins, found.ends) == (datetime(2026, 11, 21, 8, 59, 59), datetime(2026, 11, 21, 11, 30))


def test_the_end_of_a_long_log_is_in_its_tail():
    found = Said()
    found.add("a.log", b"Sat Nov 21 09:00:00 UTC 2026\n", b"...\n2026-11-22 09:00:00,123 last step\n")

    assert (found.ends - found.begins).days == 1


@pytest.mark.parametrize("text", [b"2026-99-99 99:99:99", b"1999-01-01 00:00:00", b"09:00:00 no day", b""])
def test_what_is_no_time_is_none(text):
    assert said(text).begins is None


def test_a_date_that_is_far_from_all_others_is_not_the_runs():
    assert said(b"built 2020-01-01 00:00:00\n2026-11-21 09:00:00 step\n").begins is None


@pytest.mark.parametrize(
    "line",
    [
        b"srun: error: gpu1: task 3: Exited with exit code 1",
        b"train.sh: line 3: 4242 Segmentation fault      (core dumped) python train.py",
        b"Traceback (most recent call last):",
    ],
)
def test_a_line_that_nobody_trains_on_behind(line):
    assert said(b"step 1\n" + line + b"\n").ended_badly == line.decode()


def test_a_run_that_went_well_did_not_end_badly():
    assert said(b"step 1\nexit code: 0\nNo failed srun, nothing killed\n").ended_badly == ""
