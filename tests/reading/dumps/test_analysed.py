"""torchfrtrace of torch 2.13, over recordings of which two lack a group."""

from tests.reading.stacks.reading import blocks

TEXT = """\
tabulate is not installed. Proceeding without it.
Not all ranks joining collective, sequence number: 1
internal record id: 0
group info: 1
collective: gloo:all_reduce
missing ranks: {2, 3}
input sizes: [[1024]]
output sizes: [[1024]]
world size: 4
expected ranks: {0, 1, 2, 3}
collective state: scheduled
collective stack trace:

Not all ranks joining collective, sequence number: 2
internal record id: 2
group info: 1
collective: gloo:all_reduce
missing ranks: {2, 3}
world size: 4
expected ranks: {0, 1, 2, 3}
"""


def test_who_did_not_join_and_who_waits():
    first, second = (block.said for block in blocks(TEXT))

    assert (first.operation, first.missing, first.waiting) == ("gloo:all_reduce", (2, 3), (0, 1))
    assert second.missing == (2, 3)


def test_a_logger_in_front_of_its_lines():
    text = "".join(f"[2026-11-02 10:11:12] {line}\n" for line in TEXT.split("\n"))
    assert blocks(text)[0].said.missing == (2, 3)


def test_without_names_nobody_is_said_to_be_missing():
    assert blocks(TEXT.replace("missing ranks: {2, 3}\n", "")) == []


DESYNC = """\
[rank0]:[E515 18:36:47.343377708 ProcessGroupNCCL.cpp:1937] Rank 0
\t - [0] Timeout at collective: ALLREDUCE, #315
\t - To our best knowledge, the lagging/dead/mismatched ranks that caused the desync are:
\t   - [2] joined but didn't finish collective #182 (count from 1)
\t     [7] finished collective #182, but didn't join collective #183 (count from 1)
\t - Snapshot of ranks' latest states:
\t   #182 finished ranks:
\t     [7] finished ALLREDUCE
\t   #315 started ranks:
\t     [0, 1] started ALLREDUCE
\t   #317 started ranks:
\t     [3] started _ALLGATHER_BASE
"""


def test_the_watchdogs_report_of_a_desync():
    (said,) = (block.said for block in blocks(DESYNC))
    assert (said.operation, said.missing, said.waiting) == ("ALLREDUCE", (7,), (0, 1, 3))


def test_ranks_that_never_joined():
    told = "To our best knowledge, ranks [1, 3] are the lagging ranks that caused this timeout. They never joined any"
    text = f"\t - [0] Timeout at collective: BROADCAST, #1\n\t - {told} collectives\n"
    assert blocks(text)[0].said.missing == (1, 3)


def test_a_desync_in_which_all_joined_convicts_nobody():
    assert blocks("".join(line for line in DESYNC.splitlines(True) if "didn't join" not in line)) == []
