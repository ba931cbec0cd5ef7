"""Programs run in an environment that the caller cannot steer by accident, and that holds none of his secrets."""

import socket

from kb.runner.running.variables import environment, free_port


def test_nothing_of_the_callers_leaks_in(monkeypatch, tmp_path):
    secret = ("GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "WANDB_API_KEY", "HF_TOKEN", "PIP_INDEX_URL")
    for name in (*secret, "RANK", "MASTER_ADDR", "NCCL_DEBUG", "HF_HOME", "PYTHONPATH", "ANYTHING_NEW"):
        monkeypatch.setenv(name, "from the caller")

    variables = environment("/venv/bin/python", tmp_path, 5, "tag", tmp_path, None)

    assert "from the caller" not in variables.values()
    assert variables["HOME"].startswith(str(tmp_path)) and variables["HF_HOME"].startswith(str(tmp_path))
    assert variables["PATH"].startswith("/venv/bin")


def test_what_the_machine_needs_is_kept(monkeypatch, tmp_path):
    kept = {"LD_LIBRARY_PATH": "/cuda/lib", "CUDA_VISIBLE_DEVICES": "1", "LC_ALL": "C.UTF-8"}
    for name, value in kept.items():
        monkeypatch.setenv(name, value)

    assert kept.items() <= environment("py", tmp_path, 5, "tag", tmp_path, None).items()


def test_an_overlay_comes_before_the_environments_own_packages(tmp_path):
    assert environment("py", tmp_path, 5, "tag", tmp_path, tmp_path / "old")["PYTHONPATH"] == str(tmp_path / "old")


def test_a_free_port_can_be_listened_on():
    with socket.socket() as server:
        server.bind(("127.0.0.1", free_port()))
