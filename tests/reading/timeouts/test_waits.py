"""What the timeouts of several ranks say together: waits, and where calls differ."""

import pytest

from kb.reading.timeouts.waits import differing_calls, facts_of, waits_of
from kb.reading.timeouts.watchdog import Timeouts

PLACE = {"line": "1", "time": "", "file": ""}


def waits(*told):
    """Waits of ranks 0, 1, ... of group 0, each of which called what is told: operation, size in, size out."""
    log = Timeouts("a.log")
    for rank, (op, *sizes) in enumerate(told):
        known = dict(zip(("numel_in", "numel_out"), map(str, sizes), strict=False))
        log.waits[rank, "0"] = PLACE | {"op": op, "seq": "8"} | known
    return waits_of([log])


def differ(*told):
    return bool(differing_calls(waits(*told)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ALLREDUCE", 4, 4), ("BROADCAST", 4, 4)),
        (("ALLREDUCE", 4, 4), ("ALLREDUCE", 8, 8)),
        (("_ALLGATHER_BASE", 4, 16), ("_ALLGATHER_BASE", 5, 20)),
    ],
)
def test_operation_and_size_have_to_be_alike(one, other):
    assert differ(one, other) and not differ(one, one)


@pytest.mark.parametrize("op", ["ALLTOALL_BASE", "GATHER", "SCATTER"])
def test_of_what_each_rank_has_its_own_share_sizes_may_differ(op):
    assert not differ((op, 4, 16), (op, 8, 16))
    assert differ((op, 4, 16), ("BARRIER", 1, 1))


def test_the_two_ends_of_a_message_call_different_things():
    assert not differ(("SEND", 4, 4), ("RECV", 4, 4))


def test_a_size_that_is_not_known_differs_from_none():
    assert not differ(("ALLREDUCE", 4, 4), ("ALLREDUCE", 2**64 - 1, 4))
    assert not differ(("ALLREDUCE", 4, 4), ("ALLREDUCE",))


@pytest.mark.parametrize(("other", "what"), [(("BROADCAST", 4, 4), "operation"), (("ALLREDUCE", 9, 9), "size")])
def test_what_differs_is_a_fact_of_every_rank_that_called_another(other, what):
    facts = facts_of(waits(("ALLREDUCE", 4, 4), ("ALLREDUCE", 4, 4), other))

    assert [(own.fact.name, own.fact.value, own.rank) for own in facts] == [
        ("mismatched_calls", what, "0"),
        ("mismatched_calls", what, "2"),
    ]
    assert facts[1].fact.text.startswith(f"collective 8 of process group 0: rank 2 called {other[0]}")


def test_lines_that_name_no_group_are_no_proof():
    log = Timeouts("a.log")
    log.waits = {(rank, ""): PLACE | {"op": op, "seq": "8"} for rank, op in enumerate(("ALLREDUCE", "BROADCAST"))}

    assert differing_calls(waits_of([log])) and facts_of(waits_of([log])) == []
