"""Who is the cause, who only waits, and what cannot be told: dumps of real gloo jobs, and made ones."""

from itertools import combinations
from pathlib import Path

import pytest

from kb.diagnosis.dumps.recorder import find_recorded
from kb.reading.dumps.flight_recorder import dumps
from tests.diagnosis.dumps.made import dump

GLOO = Path(__file__).parent / "gloo"
ALL = {"w": (0, 1, 2, 3)}


def recorded(folder, ranks=range(4)):
    found = []
    for rank in ranks:
        (one,) = dumps((GLOO / folder / f"rank_{rank}.json").read_text())
        one.rank = rank
        found.append(one)
    return find_recorded(found)


@pytest.mark.parametrize(
    ("folder", "ways"),
    [
        ("asleep-0", {0: "did not join"}),
        ("asleep-1", {1: "did not join"}),
        ("asleep-3", {3: "did not join"}),
        ("another-op-3", {3: "collectives differ"}),
    ],
)
def test_the_rank_that_was_broken_is_found_and_no_other(folder, ways):
    assert recorded(folder).ways == ways


@pytest.mark.parametrize("folder", ["asleep-0", "asleep-1", "asleep-3", "another-op-3", "order-0"])
def test_with_dumps_missing_no_innocent_is_named(folder):
    broken = int(folder[-1])
    for number in (1, 2, 3):
        for ranks in combinations(range(4), number):
            assert set(recorded(folder, ranks).ways) <= {broken}, ranks


def test_two_that_wait_for_each_other_are_named_together():
    told = recorded("order-0")

    assert (told.ways, told.circle) == ({}, (0, 1))
    assert told.waiting == (2, 3)
    assert told.sentences[-1] == "Ranks 2 and 3 wait and are not the cause."


def test_a_rank_that_waits_in_another_group_is_a_victim():
    groups = {"w": (0, 1, 2), "p": (1, 2)}
    told = find_recorded(
        [
            dump(0, {"w": (0, 1, 2)}, ("w", 5)),
            dump(1, groups, ("p", 3), done={"w": 4}),
            dump(2, groups, done={"w": 4, "p": 2}),
        ]
    )

    assert told.ways == {2: "did not join"}
    assert told.waiting == (0, 1)


def test_a_rank_that_shows_as_running_what_others_completed_stands_still_inside():
    told = find_recorded(
        [dump(0, ALL, ("w", 7)), dump(1, ALL, ("w", 7)), dump(2, ALL, ("w", 5), ("w", 6)), dump(3, ALL, ("w", 7))]
    )

    assert told.ways == {2: "stuck inside"}


def test_who_called_another_size_is_told_by_the_majority():
    sizes = [("w", 5, "all_reduce", 8)] * 3 + [("w", 5, "all_reduce", 9)]

    assert find_recorded([dump(rank, ALL, size) for rank, size in enumerate(sizes)]).ways == {3: "arguments differ"}


def test_without_a_majority_both_are_named_and_neither_is_convicted():
    told = find_recorded([dump(0, ALL, ("w", 5, "all_reduce", 8)), dump(3, ALL, ("w", 5, "all_reduce", 9))])

    assert (told.ways, told.apart) == ({}, (0, 3))


def test_a_missing_dump_is_cannot_tell():
    told = find_recorded([dump(rank, ALL, ("w", 5)) for rank in (0, 1, 3)])

    assert (told.ways, told.unknown) == ({}, (2,))
    assert told.sentences[0] == "Cannot tell: others may wait for rank 2, whose dumps are not here."
    assert told.sentences[1] == "Ranks 0, 1 and 3 wait."


def test_where_all_entered_and_none_completed_none_stands_out():
    told = find_recorded([dump(rank, ALL, ("w", 5)) for rank in range(4)])

    assert (told.ways, told.joined) == ({}, (0, 1, 2, 3))


def test_a_recorder_with_nothing_in_it_says_that_its_rank_never_came():
    blank = dump(2, {})
    blank.status_known = False

    assert find_recorded([dump(r, ALL, ("w", 1)) for r in (0, 1, 3)] + [blank]).ways == {2: "did not join"}


def test_no_dump_or_nobodys_dump_tells_nothing():
    assert find_recorded([]) is None
    assert find_recorded([dump(None, ALL)]) is None


def test_a_gloo_rank_whose_last_operation_may_have_broken_off_is_not_convicted():
    whole, pair = {"w": ()}, {"w": (), "p": ()}
    survivor = dump(1, pair, ("p", 9), done={"w": 4}, library="gloo")
    survivor.groups["p"].pending.clear()
    told = find_recorded([survivor] + [dump(r, whole, ("w", 5), library="gloo") for r in (2, 3)])

    assert (told.ways, told.missing) == ({}, (0,))
    assert told.sentences[0].endswith("no dump of rank 0 is here.")
