"""The kernel's log: all since the job began, and earlier faults."""

import pytest

from kb.collect.probes.machine import kernel_log
from kb.collect.running.attempts import Absent
from tests.collect.jobs import tool

LOG = """[    0.100000] Linux version 6.1
[  100.000000] NVRM: Xid (PCI:0000:3b:00): 79, pid=123, GPU has fallen off the bus.
[  150.000000] usb 1-1: new device
[  200.500000] docker0: port 1 entered blocking state
[  201.000000] Out of memory: Killed process 4242 (python) total-vm:1kB
"""


@pytest.fixture(autouse=True)
def dmesg(tmp_path, monkeypatch):
    (tmp_path / "log").write_text(LOG)
    monkeypatch.setenv("PATH", tool(tmp_path / "bin", "dmesg", f"#!/bin/sh\n/bin/cat {tmp_path}/log\n"))


def test_since_the_job_began_everything():
    assert kernel_log.since(200.0) == "".join(LOG.splitlines(keepends=True)[3:])


def test_before_it_only_faults():
    assert kernel_log.before(200.0) == LOG.splitlines(keepends=True)[1]


def test_a_process_that_was_killed_before_was_none_of_this_job():
    """A killed neighbour would be the answer to every job that fails until the next boot."""
    assert "Killed process" not in kernel_log.before(250.0)


def test_a_quiet_kernel_is_told():
    with pytest.raises(Absent, match="said nothing since the job began"):
        kernel_log.since(300.0)


def test_what_is_for_root_only_is_told(tmp_path, monkeypatch):
    refuses = "#!/bin/sh\necho 'dmesg: read kernel buffer failed: Operation not permitted' >&2; exit 1\n"
    monkeypatch.setenv("PATH", tool(tmp_path / "refuses", "dmesg", refuses))

    with pytest.raises(Absent, match="Operation not permitted: run as root"):
        kernel_log.since(0.0)
