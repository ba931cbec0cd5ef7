"""The machine, as `name: value` lines or the words of its own tools."""

import os
import re
from pathlib import Path

import pytest

from kb.collect import job
from kb.collect.probes.machine import node
from kb.collect.running.attempts import Absent, Probe, outcomes
from tests.collect.jobs import tool

LSPCI = "00:00.0 Host bridge: Intel\n3b:00.0 3D controller: NVIDIA GH100\n5e:00.0 Infiniband controller: Mellanox\n"


def test_the_machine():
    text = node.machine()

    assert re.search(r"^MemTotal: \d+ kB$", text, re.MULTILINE)
    assert re.search(rf"^cores: {os.cpu_count()}$", text, re.MULTILINE)


def test_of_lspci_gpus_and_network_cards(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", tool(tmp_path, "lspci", f"#!/bin/sh\nprintf '{LSPCI}'\n"))

    assert node.devices() == "".join(LSPCI.splitlines(keepends=True)[1:])


def test_shared_memory_reads_like_df():
    text = node.shared_memory(job.read(os.getpid()))

    assert re.search(r"^shm +\d+ +\d+ +\d+ +\d+% /dev/shm$", text, re.MULTILINE)


def test_the_addresses_of_the_processes_own_network():
    (outcome,) = outcomes([Probe("ip", lambda: node.addresses(os.getpid()), 60)], 0)

    assert "127.0.0.1/8" in outcome.text or "ip is not installed" in outcome.text


def test_slurm_is_asked_about_the_job(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", tool(tmp_path, "scontrol", "#!/bin/sh\necho JobId=$4 asked with $*\n"))
    (outcome,) = outcomes([Probe("it", lambda: node.scheduler({"SLURM_JOB_ID": "77"}))], 0)

    assert outcome.text == "JobId=77 asked with show job -d 77\n"


@pytest.mark.parametrize(
    ("variables", "said"), [({}, "no scheduler"), ({"KUBERNETES_SERVICE_HOST": "x"}, "kubectl describe pod")]
)
def test_no_scheduler_to_ask_is_told(variables, said):
    with pytest.raises(Absent, match=said):
        node.scheduler(variables)


def test_no_driver_is_told():
    if not Path("/proc/driver/nvidia/version").exists():
        with pytest.raises(Absent, match="no NVIDIA driver is loaded"):
            node.driver()


def test_the_control_group_says_what_it_allows_or_why_not():
    try:
        assert node.control_group(job.read(os.getpid())).startswith("cgroup: /")
    except Absent as reason:
        assert "nothing to read in the control group" in str(reason)
