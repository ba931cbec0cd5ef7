"""The last of every rank is kept, in the order in which it came, and memory does not grow."""

import pytest

from kb.collect.watching import last_words
from kb.collect.watching.last_words import LONGEST_LINE, LastWords


def words(*pieces):
    found = LastWords()
    for piece in pieces:
        found.take(1, piece)
    return found


def test_whole_lines_come_back_as_they_came():
    assert words(b"a\n[rank0]: b\n", b"[rank1]: c", b"c\nd").text() == b"a\n[rank0]: b\n[rank1]: cc\nd"


@pytest.mark.parametrize("mark", ["[rank3]: ", "[default3]:", "3: ", "[1,3]<stderr>:", " [rank3]:[W1] "])
def test_a_rank_that_prints_much_pushes_out_no_others_last_words(mark, monkeypatch):
    monkeypatch.setattr(last_words, "KEPT_OF_A_RANK", 1000)
    loud = f"{mark}step\n".encode() * 10_000
    text = words(b"[rank0]: lost rank 3\n", loud, b"[rank0]: the end\n").text()

    assert text.startswith(b"[rank0]: lost rank 3\n") and text.endswith(b"[rank0]: the end\n")
    assert len(text) < 1100


def test_what_is_left_out_is_counted(monkeypatch):
    monkeypatch.setattr(last_words, "KEPT", 100)
    found = words(b"0123456789" * 4 + b"\n", b"x" * 90 + b"\n")

    assert (found.text(), found.left_out) == (b"x" * 90 + b"\n", 41)


def test_a_line_without_end_is_bounded():
    found = words(*[b"\rprogress" * 1000] * 500)

    assert len(found.text()) < last_words.KEPT + 2 * LONGEST_LINE and found.left_out


def test_ranks_without_end_are_bounded(monkeypatch):
    monkeypatch.setattr(last_words, "KEPT", 1000)
    found = words(*(f"[rank{n}]: x\n".encode() for n in range(5000)))

    assert len(found.of_rank) == last_words.MOST_RANKS and found.left_out


def test_two_streams_do_not_mix_within_a_line():
    found = LastWords()
    found.take(1, b"out")
    found.take(2, b"error\n")
    found.take(1, b"put\n")

    assert found.text() == b"error\noutput\n"
