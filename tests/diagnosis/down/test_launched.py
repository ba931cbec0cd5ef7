"""Which rank's end torchrun saw first is said where nothing else tells, and only where its tables can tell."""

import pytest

from tests.reading.tables.job.test_torchrun import box, part


def down(matcher, *texts):
    return matcher.match([(f"node{n}.log", text) for n, text in enumerate(texts)]).first_down


def test_the_first_rank_of_the_table_is_named(matcher):
    said = down(matcher, box(part(0, 1, 20, 1), part(1, 2, 21, -6)))
    assert (said.ranks, said.way, said.host) == ((1,), "ended first", "n0")
    assert said.sentence == (
        "torchrun saw rank 1 on n0 end first, at 2026-11-19 10:15:20, with exit code 1 (node0.log:14)."
    )


def test_of_several_nodes_the_earliest_counts(matcher):
    assert down(matcher, box(part(0, 3, 25, 1)), box(part(0, 1, 20, -9))).ranks == (1,)


@pytest.mark.parametrize(
    "texts",
    [
        [box(part(0, 1, 20, 1), part(1, 2, 20, 1))],
        [box(part(0, 1, 20, 1)), box(part(0, 3, 20, 1))],
        [box(part(0, 1, 20, -15))],
    ],
    ids=["two in one second", "two nodes in one second", "told to stop"],
)
def test_nobody_is_named_where_the_tables_cannot_tell(matcher, texts):
    assert down(matcher, *texts) is None
