"""From the files that somebody dropped to the headline."""

from pathlib import Path

import pytest

from kb.diagnosis.dumps.left import convicted, find_left, suspected
from kb.reading.one_pass import Spots, read

GLOO = Path(__file__).parent / "gloo"


class Nothing:
    def find(self, compact, after=0, enough=(), looks=None):
        return Spots({})


def left(files):
    return find_left([read(name, text, Nothing(), keep=False) for name, text in files])


def texts(folder, ranks=range(4)):
    return [(rank, (GLOO / folder / f"rank_{rank}.json").read_text()) for rank in ranks]


@pytest.mark.parametrize("name", ["_dump_{}", "rank_{}.json", "nccl_trace_rank_{}"])
def test_files_named_after_their_ranks(name):
    down = convicted(left([(name.format(rank), text) for rank, text in texts("asleep-1")]))

    assert (down.ranks, down.way, down.waiting, down.file) == ((1,), "did not join", (0, 2, 3), name.format(1))


def test_sections_that_collect_wrote():
    text = "".join(f"== flight recorder dump pid=1 rank={rank} ==\n{text}\n" for rank, text in texts("another-op-3"))

    assert convicted(left([("collect.txt", text)])).ranks == (3,)


def test_a_pair_is_the_headline_where_they_cannot_be_told_apart():
    down = convicted(left([(f"rank_{rank}.json", text) for rank, text in texts("order-0")]))

    assert (down.ranks, down.way) == ((0, 1), "collectives differ")
    assert "wait for each other" in down.sentence


def test_half_of_the_dumps_convict_nobody():
    half = left([(f"rank_{rank}.json", text) for rank, text in texts("asleep-1", (0, 2))])

    assert convicted(half) is None


def test_a_rank_that_nccl_did_not_reach_is_suspected():
    report = '{"nccl_version": "2.29.1", "cuda_runtime_version": 13000, "communicators": [{"hash": "0xa", "size": 2, '
    report += '"ranks": [], "missing_ranks": [{"rank": 1, "status": {"unresponsive": true}}]}]}'
    found = left([("", report)])

    assert (suspected(found).ranks, suspected(found).way) == ((1,), "cannot tell")


def test_where_dumps_do_not_name_their_groups_the_rank_without_one_is_the_first_to_look_at():
    without_one = left([(f"rank_{rank}.json", text) for rank, text in texts("asleep-1", (0, 2, 3))])

    assert convicted(without_one) is None
    assert (suspected(without_one).ranks, suspected(without_one).way) == ((1,), "cannot tell")


def test_a_log_without_dumps_leaves_nothing():
    found = left([("", "RuntimeError: x\n")])

    assert (found.recorded, found.counted, convicted(found), suspected(found)) == (None, None, None, None)


def test_what_torchs_own_analyser_says_is_looked_at_where_nothing_convicts():
    text = """\
Not all ranks joining collective, sequence number: 5
collective: nccl:all_reduce
missing ranks: {3}
expected ranks: {0, 1, 2, 3}
"""
    found = left([("", text)])

    down = suspected(found)
    assert convicted(found) is None
    assert (down.ranks, down.way, down.waiting, down.line) == ((3,), "did not join", (0, 1, 2), 1)
