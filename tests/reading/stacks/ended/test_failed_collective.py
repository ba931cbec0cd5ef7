"""Where a collective was called that the watchdog gave up, in torch's words."""

import pytest

from kb.diagnosis.frozen.standings import find_standings
from tests.reading.stacks.reading import blocks

SAID = "[rank0]:[E515 18:36:47.343391940 ProcessGroupNCCL.cpp:670] Stack trace of the failed collective"
FRAMES = """\
#0 all_reduce from /opt/conda/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py:2501
#1 wrapper from /opt/conda/lib/python3.11/site-packages/torch/distributed/c10d_logger.py:83
#2 train_step from /workspace/train.py:41
"""


@pytest.mark.parametrize("prefix", ["", "[rank0]: "])
def test_the_users_own_line_and_the_rank(prefix):
    frames = "".join(f"{prefix}{line}\n" for line in FRAMES.splitlines())
    (group,) = find_standings(blocks(f"{SAID}: \n{frames}\n")).groups

    assert (group.who, group.where.what, group.where.function) == ("Rank 0", "collective", "all_reduce")
    assert (group.where.own.function, group.where.own.line) == ("train_step", 41)


def test_without_the_recorder_it_says_nothing():
    text = f"{SAID} not found, potentially because FlightRecorder is disabled.\n"
    assert find_standings(blocks(text)) is None
