"""What single lines of the watchdog say of a rank; what they say together is for test_hangs.py."""

import pytest

from kb.reading.marks import find_marks
from kb.reading.text.stretches import stretches
from kb.reading.timeouts.watchdog import MOST_WAITS, Timeouts

LINE = (
    "[rank{rank}]:[E1218 20:27:21.426 ProcessGroupNCCL.cpp:629] [Rank {rank}] Watchdog caught collective operation "
    "timeout: WorkNCCL(SeqNum=8, OpType=ALLREDUCE, NumelIn=4, NumelOut=4, Timeout(ms)=600000) "
    "ran for 600081 milliseconds before timing out.\n"
)


def timeouts(text):
    found = Timeouts("a.log")
    for stretch in stretches(text):
        found.add(stretch, find_marks(stretch))
    return found


def test_a_wait_has_its_rank_its_collective_and_its_place():
    ((key, wait),) = timeouts("starting\n" + LINE.format(rank=3)).waits.items()

    assert key == (3, "")
    assert (wait["op"], wait["seq"], wait["numel_in"], wait["line"], wait["file"]) == (
        "ALLREDUCE",
        "8",
        "4",
        2,
        "a.log",
    )


def test_a_status_line_adds_how_far_the_rank_had_come():
    status = "[PG ID 1 PG GUID 5 Rank 3] failure: last enqueued work: 10, last completed work: 7\n"

    assert timeouts(status).waits[3, "5"]["completed"] == "7"


@pytest.mark.parametrize(
    ("prefix", "group"),
    [
        ("[PG ID 1 PG GUID 5(tp_group) Rank 3]", "5"),
        ("[PG GUID 5(tp_group) Rank 3]", "5"),
        ("[PG ID 1 Rank 3]", "1"),
        ("[PG 1 Rank 3]", "1"),
        ("[Rank 3]", ""),
    ],
)
def test_the_guid_names_the_group_and_the_id_only_where_there_is_none(prefix, group):
    status = f"{prefix} failure: last enqueued work: 10, last completed work: 7\n"

    assert list(timeouts(status).waits) == [(3, group)]


@pytest.mark.parametrize(
    "text", ["WorkNCCL(\n", "last enqueued work: 3\n", "WorkNCCL(OpType=ALLREDUCE) without rank\n"]
)
def test_a_line_without_a_rank_says_nothing(text):
    assert timeouts(text).waits == {}


def test_the_largest_world_size_counts():
    assert timeouts("world_size=2\nworld size: 16\nnum_processes 4\n").world_size == 16


def test_a_made_up_log_cannot_fill_the_memory():
    assert len(timeouts("".join(LINE.format(rank=n) for n in range(MOST_WAITS + 50))).waits) == MOST_WAITS


def test_a_status_line_that_a_terminal_folded_between_its_words_is_read():
    status = (
        "[rank3]:[E909 09:55:46.9 P.cpp:1] [PG 0 Rank 3] Timeout at NCCL work: 2070, last enqueued \nNCCL work: 2082, "
    )

    assert timeouts(status + "last completed NCCL work: 2069.\n").waits[3, "0"]["completed"] == "2069"


def test_a_report_that_is_cut_off_is_one_still():
    found = timeouts("[rank3]: [PG 0 (default_pg) Rank 3] Timeout at NCCL work: 2070, last enqueued \n")

    assert (found.cut, found.reports) == ({3}, {1})
