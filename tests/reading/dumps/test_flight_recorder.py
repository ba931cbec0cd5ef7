"""Dumps in a log: one line, one entry a line, indented, several, from torch and from collect."""

import json
from pathlib import Path

import pytest

from kb.reading.blocks import Blocks
from kb.reading.dumps.flight_recorder import KIND, dumps, only_member, whose
from kb.reading.text.stretches import stretches

TORCHS = (Path(__file__).parents[2] / "diagnosis/dumps/gloo/asleep-1/rank_0.json").read_text()


def blocks(text):
    found = Blocks((KIND,), "a.log")
    for stretch in stretches(text):
        found.add(stretch)
    found.finish()
    return found.found


def one_entry_a_line(text):
    document = json.loads(text)
    entries = ",\n".join(json.dumps(entry) for entry in document.pop("entries"))
    return f'{json.dumps({"version": document.pop("version")} | document)[:-1]}, "entries": [\n{entries}\n]}}\n'


@pytest.mark.parametrize(
    "text",
    [TORCHS, json.dumps(json.loads(TORCHS), indent=2), one_entry_a_line(TORCHS)],
    ids=["torch", "indented", "collect"],
)
def test_however_it_is_written_a_dump_is_read_whole(text):
    (block,) = blocks(f"before\n{text}\nbehind\n")
    (dump,) = block.said

    assert (dump.version, dump.entries, sorted(dump.groups)) == ("2.10", 13, ["0", "1"])
    assert [operation.seq for operation in dump.groups["1"].pending] == [7]


def test_several_in_one_paste_are_told_apart_by_what_collect_wrote_above_them():
    note = "note: /root/.cache/torch/comm_lib_trace_rank_{} written 2026-11-22T07:00:00Z, 6000 bytes\n"
    text = "".join(note.format(rank) + one_entry_a_line(TORCHS) for rank in (3, 12))

    assert [dump.rank for block in blocks(text) for dump in block.said] == [3, 12]


def test_an_object_of_dumps_names_their_ranks():
    document = json.loads(TORCHS)

    assert [dump.rank for dump in dumps(json.dumps({"0": document, "rank_5": document}))] == [0, 5]


def test_a_dump_of_megabytes_is_read_whole():
    document = json.loads(TORCHS)
    document["entries"] *= 200
    (block,) = [block for block in blocks(json.dumps(document)) if block.said]

    assert block.said[0].entries == 2600


def test_other_json_and_text_are_none():
    assert not [block for block in blocks('{"version": "2.1", "name": "x"}\nthe "version": "2.1" of x\n') if block.said]


def test_the_groups_may_tell_whose_a_dump_is():
    config = {"1": {"ranks": "[0, 2]"}, "2": {"ranks": "[2, 3]"}}

    assert only_member(dumps(json.dumps({"version": "2.9", "pg_config": config}))[0]) == 2
    assert only_member(dumps(json.dumps({"version": "2.9", "pg_config": {"1": config["1"]}}))[0]) is None


def test_of_several_dumps_of_a_rank_the_one_that_saw_most_counts():
    early, late = (
        dumps(json.dumps({"rank": 1} | json.loads(TORCHS) | {"entries": json.loads(TORCHS)["entries"][:n]}))[0]
        for n in (4, 13)
    )

    assert whose([late, early])[1] is late
