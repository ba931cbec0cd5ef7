"""Programs are started as users start them, in an environment that the caller cannot steer by accident."""

import socket

import pytest

from kb.runner.commands import commands, environment, free_port
from tests.runner.entries import plan_of


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("launch: plain", [["py", "broken.py"]]),
        ("launch: script", [["bash", "broken.py"]]),
        (
            "launch: torchrun\nprocesses: 2",
            [
                [
                    *["py", "-m", "torch.distributed.run", "--nproc-per-node=2"],
                    *["--master-addr=127.0.0.1", "--master-port=5", "broken.py"],
                ]
            ],
        ),
        (
            "launch: accelerate\nprocesses: 2\narguments: ['--cpu']",
            ["py -m accelerate.commands.launch --main_process_port 5 --num_processes 2 --cpu broken.py".split()],
        ),
        (
            "launch: deepspeed\nprocesses: 2",
            ["py -m deepspeed.launcher.runner --num_gpus 2 --master_port 5 broken.py".split()],
        ),
    ],
)
def test_each_launcher_is_called_as_its_users_call_it(content, how, expected):
    assert commands(plan_of(content, how=how), "broken.py", "py", 5, "tag") == expected


def test_two_nodes_are_two_agents_that_meet_at_one_rendezvous(content):
    first, second = commands(plan_of(content, how="launch: torchrun\nnodes: 2"), "broken.py", "py", 5, "tag")

    assert first == second, "with c10d an agent is given its rank at the rendezvous"
    assert {"--nnodes=2", "--rdzv-endpoint=127.0.0.1:5", "--rdzv-id=tag"} <= set(first)


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
