"""A traceback whose last line was not pasted names no error; nobody is told so where it is there."""

import pytest

from kb.reading.text.stretches import one_stretch
from kb.reading.tracebacks.cut_off import cut_traceback, own_frame_of_cut

FRAMES = """Traceback (most recent call last):
  File "/app/train.py", line 7, in <module>
    main()
  File "/app/train.py", line 4, in main
    model = DDP(model)
"""


def ranked(text, rank):
    return "".join(f"[rank{rank}]: {line}\n" for line in text.splitlines())


def test_a_traceback_without_its_exception_is_cut():
    assert cut_traceback(one_stretch("step 1\n" + FRAMES)) == 2


def test_a_traceback_with_its_exception_is_whole():
    assert cut_traceback(one_stretch(FRAMES + "ValueError: bad\n")) == 0


def test_lines_of_other_ranks_end_no_traceback():
    mixed = ranked(FRAMES, 0) + "[rank1]: ValueError: bad\n"

    assert cut_traceback(one_stretch(mixed)) == 1
    assert cut_traceback(one_stretch(mixed + "[rank0]: ValueError: bad\n")) == 0


@pytest.mark.parametrize(
    "text", ["", "no traceback\n", "Traceback (most recent call last):\n", "What does `Traceback (most recent` mean?\n"]
)
def test_words_alone_are_no_traceback(text):
    assert cut_traceback(one_stretch(text)) == 0


def test_the_figures_of_a_prefix_may_change_with_each_line():
    text = "".join(f"12:00:0{n} {line}\n" for n, line in enumerate(FRAMES.splitlines()))

    assert cut_traceback(one_stretch(text)) == 1
    assert cut_traceback(one_stretch(f"{text}12:00:09 ValueError: x\n")) == 0


HYDRA = """\
WARNING:torch.distributed.elastic.multiprocessing.api:Sending process 4797 closing signal SIGINT
Traceback (most recent call last):
  File "main.py", line 84, in <module>
    main()
  File "/opt/conda/envs/bio/lib/python3.8/site-packages/hydra/main.py", line 94, in decorated_main
    _run_hydra(
  File "/opt/conda/envs/bio/lib/python3.8/site-packages/hydra/_internal/utils.py", line 394, in _run_hydra
    _run_app(
  File "/opt/cond"""


def test_the_readers_own_frame_of_a_traceback_that_is_cut():
    own = own_frame_of_cut(one_stretch(HYDRA))

    assert (own.file, own.line, own.function) == ("main.py", 84, "<module>")
    ranks = own_frame_of_cut(one_stretch(ranked(FRAMES, 0) + "[rank1]: ValueError: bad\n"))
    assert (ranks.line, ranks.function) == (4, "main")


def test_a_frame_that_is_cut_itself_is_not_named():
    own = own_frame_of_cut(one_stretch(FRAMES + '  File "/app/model.py", line 28, in forw'))

    assert (own.file, own.line) == ("/app/train.py", 4)


def test_no_frame_is_named_of_a_whole_traceback_and_where_only_packages_are_left():
    assert own_frame_of_cut(one_stretch(FRAMES + "ValueError: bad\n")) is None
    assert own_frame_of_cut(one_stretch(HYDRA.replace('"main.py"', '"/usr/lib/python3.8/runpy.py"'))) is None
