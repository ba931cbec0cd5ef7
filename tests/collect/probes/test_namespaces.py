"""What a container sees is reached from outside it, or it is said why not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.collect.probes.namespaces import enter_network, path_of

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes and enters namespaces")


def test_our_own_network_is_not_left():
    before = Path("/proc/self/ns/net").readlink()
    enter_network(os.getpid())

    assert Path("/proc/self/ns/net").readlink() == before


@needs_root
def test_a_path_in_a_container_is_found_through_its_process(tmp_path):
    inside = f"mount -t tmpfs none {tmp_path} && echo within > {tmp_path}/file && echo ready && exec sleep 300"
    with subprocess.Popen(["unshare", "--mount", "sh", "-c", inside], stdout=subprocess.PIPE) as container:
        container.stdout.readline()

        assert path_of(container.pid, tmp_path / "file").read_text() == "within\n"
        assert not (tmp_path / "file").exists()
        container.kill()


def test_a_relative_path_is_below_the_processes_folder(tmp_path):
    (tmp_path / "trace_0").write_text("here")
    with subprocess.Popen(
        [sys.executable, "-c", "print(flush=True); input()"], cwd=tmp_path, stdin=-1, stdout=-1
    ) as it:
        it.stdout.readline()

        assert path_of(it.pid, "trace_0").read_text() == "here"


@needs_root
def test_another_network_that_may_not_be_entered_is_told():
    with subprocess.Popen(
        ["unshare", "--net", "sh", "-c", "echo; exec sleep 300"], stdout=subprocess.PIPE
    ) as container:
        container.stdout.readline()
        show = "import ctypes, os\nfrom kb.collect.probes.namespaces import enter_network\n"
        # Without the privilege to enter, but still with the one to look.
        show += "ctypes.CDLL(None).prctl(24, 21, 0, 0, 0)\nos.execv(__import__('sys').executable, ['x', '-c', '''from "
        show += f"kb.collect.probes.namespaces import enter_network\\nenter_network({container.pid})'''])"
        shown = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True)
        container.kill()

    assert "is in another network namespace (Operation not permitted): run collect inside its container" in shown.stderr
