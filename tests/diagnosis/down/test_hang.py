"""From timeouts alone: who waited where, who is behind, who was never heard of."""

import pytest

from kb.diagnosis.down import hang as hangs
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read


def find_hang(*texts):
    readings = [read(f"rank{n}.log", text, SignatureDatabase([]), keep=False) for n, text in enumerate(texts)]
    heard = [rank for reading in readings for rank in reading.errors.ranks]
    return hangs.find_hang([reading.timeouts for reading in readings], heard)


def timeout(rank, seq=8, op="ALLREDUCE", numel=4, completed=None, group=0):
    seq_text = f"SeqNum={seq}, " if seq is not None else ""
    line = (
        f"[rank{rank}]:[E1218 20:27:21.426 ProcessGroupNCCL.cpp:629] [Rank {rank}] Watchdog caught collective "
        f"operation timeout: WorkNCCL({seq_text}OpType={op}, NumelIn={numel}, NumelOut={numel}, Timeout(ms)=600000) "
        f"ran for 600081 milliseconds before timing out.\n"
    )
    if completed is not None:
        line += (
            f"[rank{rank}]:[E1218 20:27:22.000 ProcessGroupNCCL.cpp:2168] [PG ID {group} PG GUID 0 Rank {rank}]  "
            f"failure detected by watchdog at work sequence id: {seq} PG status: last enqueued work: {seq + 2}, "
            f"last completed work: {completed}\n"
        )
    return line


def test_every_rank_with_its_collective_and_its_line():
    hang = find_hang("starting\n" + timeout(0, completed=7) + timeout(1, completed=7))

    assert [(w.rank, w.seq, w.op, w.numel_in, w.completed, w.line) for w in hang.waits] == [
        (0, 8, "ALLREDUCE", 4, 7, 2),
        (1, 8, "ALLREDUCE", 4, 7, 4),
    ]
    assert (hang.behind, hang.suspected, hang.disagreement) == ((), (), ())


def test_a_rank_that_completed_less_is_behind():
    hang = find_hang(timeout(0, seq=8, completed=7) + timeout(1, seq=6, completed=5))

    assert hang.behind == (1,)
    assert "Rank 1 had completed less" in " ".join(hang.sentences)


def dump(rank, whose, enqueued, completed):
    return (
        f"[rank{rank}]:[E901 05:20:03.118 ProcessGroupNCCL.cpp:1746] [PG ID 0 PG GUID 0(default_pg) Rank {rank}] "
        f"Received a dump signal due to a collective timeout from {whose} and we will try our best to dump the debug "
        f"info. Last enqueued NCCL work: {enqueued}, last completed NCCL work: {completed}.This is most likely caused\n"
    )


def test_a_rank_that_another_one_told_of_the_timeout_and_that_waits_for_nothing_did_not_join():
    hang = find_hang(dump(0, "this local rank", 7, 6) + dump(1, " rank 0", 6, 6) + dump(2, " rank 0", 9, 6))

    assert (hang.absent, hang.waiting, hang.suspected) == ((1,), (0, 2), ())
    assert "Rank 1 had finished every call" in " ".join(hang.sentences)


def test_ranks_that_wait_for_nothing_in_the_only_group_they_tell_of_are_no_hang():
    """The timeout was in a group of which no line tells."""
    assert find_hang(dump(0, "this local rank", 6, 6) + dump(1, " rank 0", 6, 6)) is None


def test_a_rank_that_waits_in_another_group_is_not_accused_of_staying_away():
    own = timeout(1, seq=3, group=2).replace("PG GUID 0", "PG GUID 2")
    hang = find_hang(dump(0, "this local rank", 7, 6) + own + dump(1, " rank 0", 6, 6))

    assert (hang.absent, hang.idle) == ((), ())


def test_a_rank_that_is_never_heard_of_is_suspected_never_guilty():
    hang = find_hang("world_size=4\n" + timeout(0) + timeout(1) + timeout(3))

    assert hang.suspected == (2,)
    assert "Suspected, not proven" in hang.sentences[-1]


def test_without_a_world_size_only_gaps_are_suspected():
    assert find_hang(timeout(0) + timeout(3)).suspected == (1, 2)
    assert find_hang(timeout(0) + timeout(1)).suspected == ()


def test_a_rank_that_called_another_collective_at_one_sequence_number_differs():
    hang = find_hang(timeout(0) + timeout(1) + timeout(2, op="BROADCAST", numel=8))

    assert hang.differing == (2,)
    assert hang.sentences[0] == (
        "The ranks did not call the same collective as collective 8: Ranks 0 and 1 called ALLREDUCE of 4 elements; "
        "Rank 2 called BROADCAST of 8 elements. They took different branches, unless these are calls of different "
        "process groups."
    )


def test_in_one_process_group_calls_that_differ_are_different_branches():
    hang = find_hang(timeout(0, completed=7) + timeout(1, op="BROADCAST", completed=7))

    assert hang.sentences[0].endswith("Rank 1 called BROADCAST of 4 elements. They took different branches.")


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ({"op": "ALLREDUCE"}, {"op": "BROADCAST"}, True),
        ({"numel": 4}, {"numel": 8}, True),
        ({"seq": None, "op": "ALLREDUCE"}, {"seq": None, "op": "BROADCAST"}, True),
        ({"seq": 7, "op": "ALLREDUCE"}, {"seq": 8, "op": "BROADCAST"}, False),
    ],
)
def test_of_two_that_differ_neither_is_the_odd_one(one, other, differ):
    assert find_hang(timeout(0, **one) + timeout(1, **other)).differing == ((0, 1) if differ else ())


def test_a_line_without_its_group_belongs_to_the_only_group_of_the_job():
    named = timeout(7, seq=9, op="BROADCAST", completed=8)
    hang = find_hang(timeout(3, seq=9) + named)

    assert {wait.group for wait in hang.waits} == {"0"}
    assert hang.differing == (3, 7)


def test_a_rank_whose_line_is_cut_off_was_heard():
    cut = timeout(2)[:150]
    hang = find_hang("world_size=3\n" + timeout(0) + timeout(1) + cut)

    assert (hang.cut, hang.suspected) == ((2,), ())


def test_a_rank_that_is_convicted_is_neither_suspected_nor_waiting():
    readings = [read("", "world_size=3\n" + timeout(0) + timeout(1), SignatureDatabase([]), keep=False)]
    hang = hangs.find_hang([reading.timeouts for reading in readings], failed=[2])

    assert (hang.failed, hang.suspected, hang.waiting) == ((2,), (), (0, 1))


def test_minus_one_is_not_eighteen_quintillions():
    assert find_hang(timeout(0, numel=2**64 - 1)).waits[0].numel_in is None


def test_the_wording_of_torch_1_has_no_sequence_number():
    hang = find_hang(
        "[E ProcessGroupNCCL.cpp:737] [Rank 1] Watchdog caught collective operation timeout: "
        "WorkNCCL(OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1808499 milliseconds before timing out.\n"
    )

    assert [(w.rank, w.seq, w.op) for w in hang.waits] == [(1, None, "ALLREDUCE")]


def test_a_log_without_timeouts_has_no_hang():
    assert find_hang("all is well\n") is None
    assert find_hang("WorkNCCL( is a class\n") is None


def test_ranks_are_named_in_runs():
    hang = find_hang("".join(timeout(rank) for rank in (0, 1, 2, 5)))

    assert hang.sentences[0] == "Ranks 0-2 and 5 waited until the timeout."


def test_several_files_are_one_job_and_each_line_names_its_file():
    hang = find_hang("noise\n" + timeout(0, completed=7), timeout(1, seq=5, completed=4))

    assert [(w.rank, w.file, w.line) for w in hang.waits] == [(0, "rank0.log", 2), (1, "rank1.log", 1)]
    assert hang.behind == (1,)


def test_a_line_of_megabytes_is_read_around_the_timeout():
    assert find_hang("x" * 3_000_000 + timeout(0)[:-1] + "y" * 3_000_000) is not None


def test_the_prefix_has_the_global_rank_and_the_brackets_the_rank_inside_the_group():
    hang = find_hang(timeout(5).replace("[Rank 5]", "[Rank 1]"))

    assert [wait.rank for wait in hang.waits] == [5]


def test_who_gave_up_on_an_earlier_call_had_completed_less():
    hang = find_hang("".join(timeout(rank, seq=64090 - 2 * (rank == 3)) for rank in range(4)))

    assert (hang.behind, hang.waiting) == ((3,), (0, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        timeout(0, seq=9) + timeout(1, seq=8),
        "".join(timeout(rank, seq=400 * (rank < 3) + 8) for rank in range(4)),
        "".join(timeout(rank, seq=8 + rank) for rank in range(4)),
        "".join(timeout(rank, seq=9 - (rank == 3), op="SEND") for rank in range(4)),
    ],
)
def test_lines_without_a_group_may_be_of_several_so_only_a_clear_minority_is_behind(text):
    assert find_hang(text).behind == ()


def test_where_most_are_missing_they_are_missing_in_the_paste():
    assert find_hang(timeout(17) + timeout(42)).suspected == ()


def test_in_a_subgroup_only_its_own_ranks_are_missed():
    lines = "".join(timeout(rank).replace(f"[Rank {rank}]", f"[Rank {rank - 8}]") for rank in (8, 9, 10, 12, 13))

    assert find_hang(lines).suspected == (11,)
