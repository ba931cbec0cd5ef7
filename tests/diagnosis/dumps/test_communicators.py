"""What NCCL's RAS reports tell of a job."""

from kb.diagnosis.dumps.communicators import find_counted
from kb.reading.dumps.ras import Communicator, Report


def report(counts, missing=(), name="a"):
    return Report("2.29.1", [Communicator(name, 4, {"AllReduce": counts}, {}, dict(missing))])


def test_one_look_cannot_tell_behind_from_busy():
    counted = find_counted([report({0: 9, 1: 8, 2: 9, 3: 9})])

    assert (counted.behind, counted.still) == ((1,), None)
    assert "ask again" in counted.sentences[0]


def test_counts_that_stand_still_between_two_looks_say_stuck():
    stuck = report({0: 9, 1: 8, 2: 9, 3: 9})

    assert find_counted([stuck, stuck]).still is True
    assert find_counted([report({0: 7, 1: 7, 2: 7, 3: 7}), stuck]).still is False


def test_a_rank_that_did_not_answer_is_gone_and_not_behind():
    counted = find_counted([report({0: 9, 1: 9, 3: 9}, {2: "dead"})])

    assert (counted.gone, counted.behind) == ((2,), ())


def test_ranks_that_are_only_counted_are_behind_without_a_name():
    many = {"AllGather": [(30, 640), (2, 641)]}
    counted = find_counted([Report("2.26.2", [Communicator("a", None, {"AllGather": {12: 641, 13: 641}}, many)])])

    assert counted.sentences == ("NCCL reports ranks that launched fewer operations than others, but not which.",)


def test_nothing_wrong_is_said_and_no_report_is_none():
    assert find_counted([report({0: 9, 1: 9})]).sentences == (
        "NCCL reports no missing rank and no rank behind the others.",
    )
    assert find_counted([]) is None
