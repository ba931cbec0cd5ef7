"""One dump: what a rank had called and completed in each group."""

import pytest

from kb.reading.dumps.recorded import is_dump, one_dump


def entry(seq, name="nccl:all_reduce", state="completed", group="0", **more):
    told = {"record_id": seq, "pg_id": int(group), "process_group": [group, "default_pg"], "collective_seq_id": seq}
    told |= {
        "p2p_seq_id": 0,
        "profiling_name": name,
        "state": state,
        "input_sizes": [[4, 8]],
        "input_dtypes": ["Float"],
    }
    return told | more


def dump(*entries, **more):
    config = {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1, 2]"}}
    return one_dump({"version": "2.10", "pg_config": config, "entries": list(entries), **more}, None)


def test_the_last_called_and_the_pending_collective_of_a_group():
    group = dump(entry(1), entry(2), entry(3, state="scheduled")).groups["0"]

    assert (group.enqueued, group.ranks, group.description) == (3, (0, 1, 2), "default_pg")
    (pending,) = group.pending
    assert (pending.seq, pending.name, pending.elements, pending.dtype) == (3, "all_reduce", 32, "Float")


@pytest.mark.parametrize("number", [7, "7"], ids=["pickle", "torch's own JSON"])
def test_torchs_own_counters_speak_where_the_entries_are_gone(number):
    status = {"0": {"last_enqueued_collective": number, "last_completed_collective": number}}
    read = dump(pg_status=status)

    assert (read.groups["0"].enqueued, read.groups["0"].completed, read.blank) == (7, 7, False)


def test_a_counter_that_also_counts_messages_is_not_believed():
    sent = entry(2, "nccl:send 0->1", "scheduled", p2p_seq_id=40, is_p2p=True)
    group = dump(sent, pg_status={"0": {"last_enqueued_collective": 40, "last_completed_collective": 39}}).groups["0"]

    assert (group.enqueued, group.completed, group.has_messages) == (2, None, True)
    assert (group.pending[0].message, group.pending[0].sends, group.pending[0].peer, group.pending[0].seq) == (
        True,
        True,
        1,
        40,
    )


def test_a_coalesced_launch_tells_the_state_of_what_is_in_it():
    inside = entry(4, "nccl:all_gather", "scheduled")

    assert not dump(inside, entry(4, "nccl:coalesced")).groups["0"].pending


def test_gloo_notes_no_state_but_retires_what_is_done():
    group = dump(entry(1, "gloo:all_reduce", "scheduled", retired=True), entry(2, "gloo:barrier", "scheduled")).groups[
        "0"
    ]

    assert [(operation.name, operation.seq) for operation in group.pending] == [("barrier", 2)]


def test_the_frame_is_the_programs_own():
    frames = [
        {"filename": "/x/site-packages/torch/distributed/distributed_c10d.py", "line": 9, "name": "all_reduce"},
        {"filename": "/home/me/train.py", "line": 40, "name": "step"},
    ]

    assert dump(entry(1, state="started", frames=frames)).groups["0"].pending[0].frame == "/home/me/train.py:40 step"


def test_a_recorder_that_had_nothing_is_a_dump_too():
    document = {"version": "2.10", "comm_lib_version": "", "pg_config": {}, "pg_status": {}}

    assert is_dump(document)
    assert one_dump(document, 3).blank


@pytest.mark.parametrize(
    "broken",
    [
        {"version": "2.10", "pg_config": {"0": 7}, "pg_status": {"0": []}},
        {"version": 2, "pg_config": {"0": {"ranks": None}}, "entries": [entry(1) | {"process_group": None}]},
        {"version": "2.10", "pg_status": {"x": {"last_enqueued_collective": "many"}}, "entries": None},
        {"entries": [{"record_id": "1" * 500, "profiling_name": None, "input_sizes": [["a"]], "frames": [3]}, 5]},
    ],
)
def test_a_made_up_dump_breaks_nothing(broken):
    one_dump(broken, 0)


def test_other_json_is_no_dump():
    assert not is_dump({"version": "1.0", "entries": [{"a": 1}]})
    assert not is_dump(["version"])
