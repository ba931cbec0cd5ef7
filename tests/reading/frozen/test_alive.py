"""Whether a job lived when somebody looked into it."""

import pytest

from kb.reading.frozen.alive import is_looked_into, shows_it_alive
from tests.reading.stacks.reading import blocks

PY_SPY = 'Process 4411: python train.py\nThread 4411 (idle): "MainThread"\n    barrier (torch/distributed/x.py:9)\n'
CRASHED = (
    "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f2ea0870640 (most recent call first):\n"
    '  File "/srv/model.py", line 20 in forward\n'
)
TABLE = "Filesystem      Size  Used Avail Use% Mounted on\nshm              64M   64M     0 100% /dev/shm\n"


@pytest.mark.parametrize(("text", "lived"), [(PY_SPY, True), (CRASHED, False), (TABLE, False)])
def test_a_stack_that_somebody_took_shows_it_and_that_of_a_crash_does_not(text, lived):
    (block,) = blocks(text)
    assert (is_looked_into(block), shows_it_alive(block)) == (lived, lived)
