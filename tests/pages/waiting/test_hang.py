"""The table and the picture of who waited where."""

from __future__ import annotations

from kb.diagnosis.down.hang import Hang
from kb.language import speaking
from kb.pages.waiting.hang import MOST_RANKS, WIDTH, hang_view
from kb.reading.timeouts.waits import Wait


def wait(rank, completed=7):
    return Wait(rank, "0", "ALLREDUCE", 8, 4096, 4096, 9, completed, 10 + rank, "20:27:21")


def view(*waits, behind=(), suspected=()):
    return hang_view(Hang(tuple(waits), behind=behind, suspected=suspected), lambda line, file: f"L{line}")


def test_every_rank_has_a_row_and_the_missing_ones_say_so():
    shown = view(wait(0), wait(2), suspected=(1,))

    assert [(row.rank, row.state) for row in shown.ranks] == [(0, "waited"), (1, "no line: suspected"), (2, "waited")]
    assert (shown.ranks[0].elements, shown.ranks[0].anchor) == ("4,096", "L10")


def test_the_picture_is_of_the_difference_and_who_is_behind_comes_first():
    shown = view(wait(0, completed=2634), wait(1, completed=2633), wait(2, completed=2632), behind=(1, 2))

    assert [(row.rank, row.state, row.lag, row.bar) for row in shown.ranks] == [
        (1, "behind", "-1", WIDTH // 2),
        (2, "behind", "-2", WIDTH),
        (0, "waited", "0", 0),
    ]


def test_a_rank_that_went_down_is_not_said_to_have_failed_a_check():
    hang = Hang((wait(0), wait(1)), failed=(1,))
    with speaking("zh"):
        assert [row.state for row in hang_view(hang, lambda line, file: "").ranks] == ["出错停止", "在等待"]


def test_nothing_completed_is_said_in_words():
    assert view(wait(0, completed=-1)).ranks[0].completed == "none"


def test_a_column_without_a_value_is_left_out():
    shown = view(wait(0, completed=None))

    assert (shown.has_completed, shown.has_sequence) == (False, True)


def test_thousands_of_ranks_are_cut_visibly():
    shown = view(*(wait(rank) for rank in range(1000)))

    assert (len(shown.ranks), shown.hidden) == (MOST_RANKS, 1000 - MOST_RANKS)
