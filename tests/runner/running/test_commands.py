"""Programs are started as users start them."""

import pytest

from kb.runner.running.commands import commands
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
