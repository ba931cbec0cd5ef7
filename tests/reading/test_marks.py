"""Where the telling places of a stretch are, by kind."""

import pytest

from kb.reading.marks import MOST_ERRORS, MOST_TIMEOUTS, MOST_WORLDS, find_marks
from kb.reading.text.stretches import one_stretch


def marks(text):
    return find_marks(one_stretch(text))


@pytest.mark.parametrize("end", ["\n", "\x0b", ""], ids=["line feed", "soft break", "end of the text"])
def test_an_error_line_is_marked_once_at_its_end(end):
    text = f"fine\nRuntimeError: it failed with an error{end}"

    assert marks(text).errors == [len(text) - len(end)]


def test_of_too_many_error_lines_the_exceptions_and_both_ends_are_marked_and_the_rest_is_counted():
    text = "it failed\n" * 2_000 + "KeyError: 'lr'\n" + "it failed\n" * 2_000
    found = marks(text)

    assert len(found.errors) == MOST_ERRORS
    assert text.index("'lr'\n") + 4 in found.errors
    assert (found.errors[0], found.errors[-1]) == (9, len(text) - 1)
    assert found.passed_over["error lines"] == 4_001 - MOST_ERRORS


@pytest.mark.parametrize("flood", ["error\n", "WorkNCCL(", "last enqueued ", "world_size="])
def test_a_flood_of_marks_ends_the_scan_and_is_said(flood):
    found = marks(flood * 20_000)

    assert len(found.errors) + len(found.timeouts) + len(found.worlds) <= MOST_ERRORS + MOST_TIMEOUTS + MOST_WORLDS
    assert found.passed_over or flood == "world_size="


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


@pytest.mark.parametrize(("printed", "version"), [("21.0.3", "2.10.3"), ("2.10.3", "2.10.3"), ("20.9.9", "2.9.9")])
def test_the_nccl_whose_number_old_releases_of_torch_took_apart_wrongly(printed, version):
    assert marks(f"unhandled cuda error, NCCL version {printed}").versions["NCCL"] == version
