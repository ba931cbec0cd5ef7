"""Programs run in an environment that the caller cannot steer by accident."""

import socket

from kb.runner.running.variables import environment, free_port


def test_nothing_of_the_callers_job_leaks_in(monkeypatch, tmp_path):
    for name in ("RANK", "MASTER_ADDR", "NCCL_DEBUG", "TORCH_DISTRIBUTED_DEBUG", "HF_HOME", "PYTHONPATH"):
        monkeypatch.setenv(name, "from the caller")

    variables = environment("/venv/bin/python", tmp_path, 5, "tag", tmp_path, None)

    assert "from the caller" not in variables.values()
    assert variables["HOME"].startswith(str(tmp_path)) and variables["HF_HOME"].startswith(str(tmp_path))
    assert variables["PATH"].startswith("/venv/bin")


def test_an_overlay_comes_before_the_environments_own_packages(tmp_path):
    assert environment("py", tmp_path, 5, "tag", tmp_path, tmp_path / "old")["PYTHONPATH"] == str(tmp_path / "old")


def test_a_free_port_can_be_listened_on():
    with socket.socket() as server:
        server.bind(("127.0.0.1", free_port()))
