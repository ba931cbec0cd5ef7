"""Interrupts as IPython 5 to 9 and rich print them."""

import pytest

from kb.diagnosis.frozen.standings import find_standings
from tests.reading.stacks.reading import blocks, stacks

LAUNCHER = """\
---------------------------------------------------------------------------
KeyboardInterrupt                         Traceback (most recent call last)
Cell In[7], line 3
      1 from accelerate import notebook_launcher
----> 3 notebook_launcher(train, num_processes=2)

File ~/miniconda3/lib/python3.10/site-packages/accelerate/launchers.py:241, in notebook_launcher(function, args)
    239 try:
--> 241     start_processes(launcher)

File ~/miniconda3/lib/python3.10/site-packages/torch/multiprocessing/spawn.py:128, in ProcessContext.join(self, timeout)
    126
--> 128     ready = multiprocessing.connection.wait(

File ~/miniconda3/lib/python3.10/selectors.py:416, in _PollLikeSelector.select(self, timeout)
--> 416     fd_event_list = self._selector.poll(timeout)

KeyboardInterrupt:
"""
OLD = """\
KeyboardInterrupt                         Traceback (most recent call last)
<ipython-input-12-0a1b2c> in <module>
      1 for i in range(10):
----> 2     loss = step(batch)

<ipython-input-11-0a1b2c> in step(b)
      4
----> 5     dist.barrier()

/opt/conda/lib/python3.7/site-packages/torch/distributed/distributed_c10d.py in barrier(group, async_op)
   1486         work = _default_pg.barrier()
-> 1487         work.wait()

KeyboardInterrupt:
"""
RICH = """\
╭───────────────────── Traceback (most recent call last) ──────────────────────╮
│ /home/u/p/train.py:10 in <module>                                            │
│                                                                              │
│    7                                                                         │
│ ❱ 10 main()                                                                  │
│                                                                              │
│ /opt/conda/lib/python3.10/site-packages/torch/utils/data/dataloader.py:634   │
│ in __next__                                                                  │
│                                                                              │
│ /opt/conda/lib/python3.10/threading.py:324 in wait                           │
│ ❱ 324            gotit = waiter.acquire(True, timeout)                        │
╰──────────────────────────────────────────────────────────────────────────────╯
KeyboardInterrupt
"""


def test_a_cell_that_launched_processes_only_waits_for_them():
    (stack,) = stacks(LAUNCHER)

    assert stack.frames[-1].file == "<ipython-input>" and stack.frames[-1].line == 3
    assert find_standings(blocks(LAUNCHER)) is None


def test_old_frames_have_their_line_in_the_arrow():
    (stack,) = stacks(OLD)
    assert [(frame.function, frame.line) for frame in stack.frames] == [("barrier", 1487), ("step", 5), ("<module>", 2)]


def test_a_box_of_rich():
    (stack,) = stacks(RICH)
    assert [(frame.function, frame.line) for frame in stack.frames] == [("wait", 324), ("<module>", 10)]


@pytest.mark.parametrize("text", [LAUNCHER, OLD, RICH])
def test_another_exception_is_no_standing(text):
    assert stacks(text.replace("KeyboardInterrupt", "ValueError")) == []


def test_a_function_of_a_cell():
    text = OLD.replace("<ipython-input-11-0a1b2c> in step(b)", "Cell In[2], line 5, in step(b)")
    assert stacks(text)[0].frames[1].line == 5
    text = OLD.replace("<ipython-input-11-0a1b2c> in step(b)", "Input In [2], in step(b)")
    assert stacks(text)[0].frames[1].line == 5
