"""Where the telling places of a stretch are, by kind."""

import pytest

from kb.reading.marks import find_marks
from kb.reading.text.stretches import one_stretch


def marks(text):
    return find_marks(one_stretch(text))


def test_an_error_line_is_marked_whole_and_once():
    text = "fine\nRuntimeError: it failed with an error\nfine\n"

    assert [text[start:end] for start, end in marks(text).errors] == ["RuntimeError: it failed with an error"]


def test_ordinary_progress_has_no_marks():
    found = marks("step 1 loss 0.5\nepoch 2 done\n" * 100)

    assert (found.errors, found.timeouts, found.worlds, found.versions) == ([], [], [], {})


@pytest.mark.parametrize("text", ["world_size=8", "World size: 8", "nranks 8", "num processes: 8", "'world_size': 8"])
def test_the_words_that_announce_a_world_size(text):
    (end,) = marks(text).worlds

    assert "8" in text[end:]


@pytest.mark.parametrize(
    ("text", "gpu"),
    [
        ("|   0  NVIDIA A100-SXM4-80GB  On |", "A100-SXM4-80GB"),
        ("device 0: Tesla V100-SXM2-32GB", "V100-SXM2-32GB"),
        ("NVIDIA GeForce RTX 3090 with CUDA capability sm_86", "GeForce RTX 3090"),
        ("GPU 0: NVIDIA H100 80GB HBM3", "H100"),
        ("NVIDIA GeForce RTX 4070 Ti", "GeForce RTX 4070 Ti"),
        ("NVIDIA RTX A6000", "RTX A6000"),
    ],
)
def test_the_gpu_that_a_log_names(text, gpu):
    assert marks(text).versions["GPU"] == gpu


@pytest.mark.parametrize(
    "text", ["nvidia-nccl-cu12==2.21.5", "NVIDIA-SMI 535.54.03", "NVIDIA driver 535", "nvidia a100"]
)
def test_what_is_no_gpu(text):
    assert "GPU" not in marks(text).versions
