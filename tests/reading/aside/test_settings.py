"""What only says what a machine is, or how a job is configured, is known by its form; trouble is not."""

import pytest

from kb.reading.aside.settings import is_setting, settings_in

ACCELERATE = """compute_environment: LOCAL_MACHINE
# one machine
deepspeed_config:
  zero_stage: 3
num_processes: 8 # of all nodes
rdzv_backend: static"""
COLLECT_ENV = """PyTorch version: 2.4.0+cu121
OS: Ubuntu 22.04.4 LTS (x86_64)

CUDA runtime version: Could not collect
[pip3] nvidia-nccl-cu12==2.20.5
[conda] torch 2.4.0 pypi_0 pypi"""
LISTED = """numpy            1.26.4
nvidia-nccl-cu12 2.20.5
torch==2.4.0"""
JSON = """  "train_batch_size": 8,
  "zero_optimization": {
    "stage": 3,
  },
  "fp16": true"""


@pytest.mark.parametrize("text", [ACCELERATE, COLLECT_ENV, LISTED, JSON], ids=["yaml", "collect_env", "pip", "json"])
def test_every_line_of_a_block_is_a_setting(text):
    lines = ["Training hangs after the first step.", *text.split("\n")]
    settings = settings_in(lines)

    assert 1 not in settings
    assert all(number in settings for number, line in enumerate(lines, 1) if is_setting(line))
    assert len(settings) >= 3


@pytest.mark.parametrize(
    "line",
    [
        "RuntimeError: Expected all tensors to be on the same device",
        "srun: error: node1: task 0: Killed",
        "  exitcode  : -15 (pid: 223)",
        "loss: nan",
        "Reason: OOMKilled",
        "initializing ddp: GLOBAL_RANK: 1, MEMBER: 2/8",
        "Two nodes hang and one node works, so it must be the network between them",
    ],
)
def test_what_tells_of_trouble_is_none(line):
    assert not is_setting(line)


def test_one_line_alone_may_be_what_somebody_says():
    assert not settings_in(["It hangs.", "num_processes: 8", "What can I do?"])
