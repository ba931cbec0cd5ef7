"""The table and the picture of who waited where."""

from __future__ import annotations

from kb.diagnosis.hang import Hang, Wait
from kb.pages.hang import MOST_RANKS, WIDTH, hang_view


def wait(rank, completed=7):
    return Wait(rank, "0", "ALLREDUCE", 8, 4096, 4096, 9, completed, 10 + rank, "20:27:21")


def view(*waits, behind=(), suspected=()):
    return hang_view(Hang(tuple(waits), behind, suspected, False, None), lambda line, file: f"L{line}")


def test_every_rank_has_a_row_and_the_missing_ones_say_so():
    shown = view(wait(0), wait(2), suspected=(1,))

    assert [(row.rank, row.state) for row in shown.ranks] == [(0, "waited"), (1, "no line: suspected"), (2, "waited")]
    assert (shown.ranks[0].elements, shown.ranks[0].anchor) == ("4,096", "L10")


def test_the_bar_is_how_far_each_had_come():
    shown = view(wait(0, completed=100), wait(1, completed=50), behind=(1,))

    assert [(row.state, row.bar) for row in shown.ranks] == [("waited", WIDTH), ("behind", WIDTH // 2)]


def test_nothing_completed_is_an_empty_bar_not_a_division_by_zero():
    assert view(wait(0, completed=-1)).ranks[0].bar == 0


def test_thousands_of_ranks_are_cut_visibly():
    shown = view(*(wait(rank) for rank in range(1000)))

    assert (len(shown.ranks), shown.hidden) == (MOST_RANKS, 1000 - MOST_RANKS)
