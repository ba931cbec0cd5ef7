"""The surroundings of a frame, as collect writes them below its stacks."""

from kb.reading.frozen.branches import Around, Row
from tests.reading.stacks.reading import blocks

TOLD = """\
around line 15 of train (train.py)
  in lines 9-16: for step in range(1000)
  left at line 13: break, if stop
  skipped at line 11: continue, if bad
  branch at lines 14-15: if image is not None
  in else of lines 14-15: if rank == 0
around line 3 of <module> (train.py)
"""


def test_each_frame_with_its_rows_and_the_ways_out_of_its_loops():
    first, second = (block.said for block in blocks(TOLD))

    loop = Row("in", 9, "for step in range(1000)", ("if stop",), ("if bad",), ("if image is not None",))
    assert first == Around("train", "train.py", 15, (loop, Row("in else of", 14, "if rank == 0")))
    assert second == Around("<module>", "train.py", 3, ())


def test_a_sentence_that_only_begins_so_is_none():
    assert blocks("around line 15 the loss explodes\n") == []
