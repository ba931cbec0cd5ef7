"""Which branch or loop has parted ranks that wait at different places of one program."""

import pytest

from kb.reading.frozen.branches import Around, Row
from kb.reading.frozen.parted import Place, parted

LOOP = "for step in range(1000)"


def place(line, *rows, function="all_reduce", scope="<module>"):
    return Place(function, (Around(scope, "train.py", line, rows),))


def told(*places):
    return {(one.what, one.word) for one in parted(places)}


def left(header, **ways):
    """A rank behind a loop and another in it."""
    loop = Row("in", 9, header, **ways)
    return told(place(20, Row("behind", 9, header, **ways)), place(15, loop))


@pytest.mark.parametrize(
    ("condition", "by"),
    [("rank == 0", "rank"), ("accelerator.is_main_process", "rank"), ("images", "data"), ("nranks > 1", "data")],
)
def test_a_branch_that_only_one_of_them_is_in(condition, by):
    assert told(place(12, Row("in", 11, f"if {condition}")), place(14)) == {("branch_taken", f"by-{by}")}


def test_both_sides_of_a_branch_where_they_call_different_things():
    sides = Row("in", 11, "if rank == 0"), Row("in else of", 11, "if rank == 0")
    broadcast = [place(12, sides[0]), place(14, sides[1])]
    differ = [place(12, sides[0], function="barrier"), place(14, sides[1])]

    assert told(*broadcast) == set()
    assert told(*differ) == {("branch_taken", "by-rank")}


def test_a_pipeline_that_sends_and_receives_is_in_different_branches_by_design():
    assert told(place(12, Row("in", 11, "if rank == 0"), function="isend"), place(14, function="recv")) == set()


@pytest.mark.parametrize(
    ("header", "ways", "causes"),
    [
        (LOOP, {"left": ("if stop",)}, {"decision"}),
        ("while True", {"left": ("except StopIteration",)}, {"end"}),
        ("for batch in loader", {}, {"end"}),
        ("for batch in loader", {"left": ("if stop",)}, {"end", "decision"}),
        ("for batch in loader", {"skipped": ("if loss.isnan()",)}, {"end", "skip"}),
        ("for step in range(len(batches))", {}, {"end"}),
        ("while prompts > 0", {}, {"condition"}),
        (LOOP, {}, {"calls"}),
        (LOOP, {"left": ("if stop",), "branches": ("if images",)}, {"decision", "calls"}),
        ("while True", {"left": ("if step >= max_steps",)}, {"calls"}),
        (LOOP, {"left": ("if rank == 1 and if step == 3",)}, {"rank"}),
    ],
)
def test_every_cause_by_which_a_loop_can_have_been_left(header, ways, causes):
    assert left(header, **ways) == {("loop_left", cause) for cause in causes}


def test_in_a_function_that_the_loop_calls_one_rank_may_have_called_less():
    loop = {"left": ("if stop",)}
    inner = Around("train_step", "train.py", 40, ())
    other = Place("all_reduce", (inner, Around("<module>", "train.py", 15, (Row("in", 9, LOOP, **loop),))))

    assert told(place(20, Row("behind", 9, LOOP, **loop)), other) == {("loop_left", "decision"), ("loop_left", "calls")}


def test_a_handle_may_be_of_anything():
    assert told(place(12, Row("in", 11, "if rank == 0"), function="wait"), place(14)) == set()


def test_where_both_turn_in_one_loop_each_may_be_a_turn_ahead():
    epochs, loop = Row("in", 2, "for epoch in range(3)"), Row("in", 9, LOOP)

    assert told(place(20, epochs, Row("behind", 9, LOOP)), place(15, epochs, loop)) == set()


def test_a_loop_over_a_dictionary():
    inner = Row("in", 14, "for (name, value) in losses.items()")

    assert ("calls_for_each_of", "dictionary") in told(
        place(18, Row("behind", 9, LOOP)), place(15, Row("in", 9, LOOP), inner)
    )


def test_a_rank_that_has_come_past_the_call_in_which_another_waits():
    assert told(place(29), place(28)) == {("call_passed", "yes")}


def test_places_in_different_functions_are_compared_where_these_were_called():
    inner = Around("evaluate", "train.py", 40, ())
    one = Place("all_gather", (inner, Around("<module>", "train.py", 12, (Row("in", 11, "if rank == 0"),))))

    assert told(one, place(14)) == {("branch_taken", "by-rank")}


def test_without_a_function_in_common_nothing_is_said():
    assert told(place(12), place(14, scope="serve")) == set()
