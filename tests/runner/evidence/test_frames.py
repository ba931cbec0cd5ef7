"""Whose code raised an exception is read off its traceback."""

import pytest

from kb.runner.evidence.frames import Raised, innermost, is_library, own_words

TRACE = """Traceback (most recent call last):
  File "/scratch/job/broken.py", line 9, in <module>
    train()
  File "/venv/lib/torch/x.py", line 4, in step
    raise RuntimeError(text)
    ^^^^^^^^^^^^^^^^^^^^^^^^
RuntimeError: first line
    second line"""


@pytest.mark.parametrize("prefix", ["", "[rank0]: ", "[default1]:"])
def test_the_frame_nearest_above_is_the_innermost(prefix):
    lines = [prefix + line for line in TRACE.splitlines()]

    assert innermost(lines, 6) == Raised("/venv/lib/torch/x.py", 4, "raise RuntimeError(text)")
    assert innermost(lines, 7) == innermost(lines, 6)


def test_a_line_below_no_traceback_has_none():
    assert innermost(["a warning", "another"], 1) is None


@pytest.mark.parametrize(
    ("file", "source", "own"),
    [
        ("/scratch/job/broken.py", "raise RuntimeError(text)", True),
        ("/scratch/job/broken.py", "assert x, text", True),
        ("/scratch/job/broken.py", "(_ for _ in ()).throw(error)", True),
        ("/scratch/job/broken.py", "sys.exit(text)", True),
        ("<string>", "raise RuntimeError(text)", True),
        ("/scratch/job/broken.py", "torch.load(path)", False),
        ("/venv/lib/torch/x.py", "raise RuntimeError(text)", False),
    ],
)
def test_a_program_speaks_for_itself_where_its_own_line_raises(file, source, own):
    assert bool(own_words(Raised(file, 3, source), "/scratch/job")) is own


def test_a_library_is_a_file_outside_the_job(tmp_path):
    (tmp_path / "own.py").touch()

    assert is_library(__file__, str(tmp_path))
    assert not is_library(str(tmp_path / "own.py"), str(tmp_path))
    assert not is_library("/no/such/torch/x.py", str(tmp_path)) and not is_library("<string>", str(tmp_path))
