"""Two runs print the same line with other numbers; what tells them apart must stay."""

import pytest

from kb.diagnosis.against.shapes import LONGEST, MOST_WORDINGS, Shapes, shape_of, worded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("step 12 loss 2.31 lr 1e-05", "step 4,711 loss 1.9 lr 3"),
        ("[rank0]: saved /scratch/a/model.pt", "[rank17]: saved /data/b/c/other.pt"),
        (
            "I1121 09:23:06.369000 15944 torch/distributed/run.py:747] go",
            "I0102 01:00:00.1 7 torch/distributed/run.py:747] go",
        ),
        (
            "frame #3: <unknown function> + 0x674777d (0x7f4f in /a/b.so)",
            "frame #12: <unknown function> + 0x1 (0xab in /c.so)",
        ),
        ("listening on [fe80::1]:29500", "listening on [fe80::ab:2]:4"),
        ("ranks [0, 1, 2, 3] joined", "ranks [0, 1] joined"),
        ("2026-11-22 10:00:01,123 - INFO - ready", "2025-01-02 11:12:13,456 - INFO - ready"),
    ],
)
def test_what_differs_from_run_to_run_is_no_difference(one, other):
    assert shape_of(one) == shape_of(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("exited with exit code 0", "exited with exit code 1"),
        ("failed (exitcode: -9) local_rank: 3", "failed (exitcode: -6) local_rank: 3"),
        ("Xid 79", "Xid 31"),
        ("step 3 loss 2.1", "step 3 loss nan"),
        ("Using NCCL", "Using gloo"),
    ],
)
def test_what_tells_a_failure_stays(one, other):
    assert shape_of(one) != shape_of(other)
    assert worded(one.encode()) != worded(other.encode())


@pytest.mark.parametrize("line", ["", "   ", "=====", "[rank0]: ----", "12 34", "^^^^"])
def test_a_ruler_says_nothing(line):
    assert shape_of(line) == ""


def test_a_chinese_line_says_something():
    assert shape_of("卡") == "卡"


def test_no_line_break_is_lost():
    text = b"exit code\n3\n12\n\n0x1f\n"

    assert worded(text).count(b"\n") == text.count(b"\n")


def test_more_wordings_than_are_worked_out_are_their_own_shapes():
    shapes = Shapes()
    for number in range(MOST_WORDINGS):
        shapes._of[f"{number:x}".encode()] = "known"

    assert shapes.of(b"saved /a/b 0 times", b"Saved /a/b 3 times") == "saved /a/b 0 times"
    assert shapes.of(b"1", b"1") == "known"


def test_the_end_of_a_long_line_is_not_compared():
    shapes = Shapes()
    one, other = (b"word " * LONGEST + end for end in (b"one", b"other"))

    assert shapes.of(one, one) == shapes.of(other, other)
