"""The stacks of one job: who stands at the same place, who is left out, who moved."""

from kb.reading.stacks.job import groups_in
from tests.diagnosis.frozen.test_standings import LOADS, WAITS, collected
from tests.reading.stacks.reading import blocks


def test_ranks_at_the_same_place_are_one_group_largest_first():
    groups, left_out = groups_in(blocks(collected([LOADS, WAITS, WAITS])))

    assert [[member.rank for member in group.members] for group in groups] == [[1, 2], [0]]
    assert left_out == 0


def test_stacks_without_a_rank_are_left_out_where_others_name_theirs():
    groups, left_out = groups_in(blocks(collected([WAITS]) + "\n== end ==\n\n" + LOADS.format(pid=99)))

    assert (len(groups), left_out) == (1, 1)


def test_a_group_has_moved_when_one_of_its_stacks_differs_between_samples():
    later = collected([WAITS, LOADS.replace("train.py:7", "train.py:8")], sample=2)
    groups, _ = groups_in(blocks(collected([WAITS, LOADS]) + later))

    assert {group.where.what: group.moved for group in groups} == {"collective": False, "own code": True}


def test_one_sample_says_nothing_about_moving():
    groups, _ = groups_in(blocks(collected([WAITS])))

    assert [group.moved for group in groups] == [None]
