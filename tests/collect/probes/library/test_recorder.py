"""Flight-recorder dumps are found where torch puts them, and shown as JSON; pickles may hold plain data only."""

import json
import os
import pickle
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kb.collect.job import Process
from kb.collect.probes.library import recorder
from kb.collect.running.attempts import Absent, Probe, outcomes

DUMP = {
    "version": "2.10",
    "pg_config": {"0": {"ranks": "[0, 1]"}},
    "entries": [{"record_id": n, "pg_id": 0} for n in range(5)],
}


class Evil:
    def __reduce__(self):
        return os.system, ("touch /tmp/rankdown-was-here",)


@pytest.fixture
def rank(tmp_path):
    variables = {"RANK": "3", "TORCH_FR_DUMP_TEMP_FILE": str(tmp_path / "trace_")}
    return Process(os.getpid(), 1, 0, "python", time.time() - 60, variables=variables, role="rank")


def lay(tmp_path, data):
    (tmp_path / "trace_3").write_bytes(data)


def shown(rank):
    """In a child, as collect does it: reading a pickle bounds the memory of its process for good."""
    return next(iter(outcomes([Probe("dump", lambda: recorder.show(recorder.dumps([rank])), 60)], 0))).text


def test_where_torch_writes():
    """torch/csrc/distributed/c10d/FlightRecorderDetail.hpp: the variable, else the user's cache, before that /tmp."""
    nobody = Process(1, 1, 0, "python", 0.0, variables={"RANK": "3", "HOME": "/home/me"})

    assert recorder.places(nobody)[0] == "/home/me/.cache/torch/comm_lib_trace_rank_"
    assert recorder.places(replace(nobody, variables={"XDG_CACHE_HOME": "/c"}))[0] == "/c/torch/comm_lib_trace_rank_"
    old_name = replace(nobody, variables={"TORCH_NCCL_DEBUG_INFO_TEMP_FILE": "/x/dump_"})
    assert recorder.places(old_name) == ["/x/dump_"]


@pytest.mark.parametrize("write", [lambda d: json.dumps(d).encode(), lambda d: pickle.dumps(d, protocol=2)])
def test_a_dump_is_valid_json_with_one_entry_a_line(tmp_path, rank, write):
    lay(tmp_path, write(DUMP))
    note, _, text = shown(rank).partition("\n")

    assert note.startswith(f"note: {tmp_path}/trace_3 written ")
    assert json.loads(text) == DUMP
    assert '{"record_id": 4, "pg_id": 0}' in text.splitlines()


def test_a_pickle_that_wants_to_run_something_is_refused(tmp_path, rank):
    lay(tmp_path, pickle.dumps({"entries": [Evil()]}))

    assert "it asks for posix.system, and only plain data is read" in shown(rank)
    assert not Path("/tmp/rankdown-was-here").exists()  # noqa: S108


def test_a_pickle_that_grows_without_bound_is_refused(tmp_path, rank, monkeypatch):
    """Each list holds the one before twice: a few hundred bytes that JSON would write out for ever."""
    monkeypatch.setattr(recorder, "MOST_VALUES", 100_000)
    bomb = []
    for _ in range(60):
        bomb = [bomb, bomb]
    lay(tmp_path, pickle.dumps({"entries": [bomb]}))

    assert "more than 100000 values" in shown(rank)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\x80\x02", b"]", b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xff", b"\xff" * 9]
)
def test_what_is_no_dump_is_told(tmp_path, rank, data):
    lay(tmp_path, data)

    assert "not readable as a dump" in shown(rank)


def test_over_the_bound_the_oldest_entries_are_left_out(tmp_path, rank, monkeypatch):
    monkeypatch.setattr(recorder, "LARGEST_TEXT", 70)
    lay(tmp_path, json.dumps(DUMP).encode())
    text = shown(rank)

    assert "cut: the oldest 3 of 5 entries" in text
    assert [e["record_id"] for e in json.loads(text[text.index("{") :])["entries"]] == [3, 4]


def test_a_dump_of_an_earlier_run_is_not_shown(tmp_path, rank):
    lay(tmp_path, json.dumps(DUMP).encode())
    os.utime(tmp_path / "trace_3", (rank.started - 100, rank.started - 100))

    assert "is of an earlier run" in shown(rank) and "record_id" not in shown(rank)


def test_no_dump_says_where_one_would_be_and_how_the_recorder_is_set(rank, tmp_path):
    rank.variables["TORCH_FR_BUFFER_SIZE"] = "2000"

    assert f"{tmp_path}/trace_3 is not there; the recorder's buffer size is 2000" in shown(rank)


def test_for_a_job_that_has_ended_every_dump_that_lies_there_is_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("TORCH_FR_DUMP_TEMP_FILE", str(tmp_path / "trace_"))
    for number in range(2):
        (tmp_path / f"trace_{number}").write_text(json.dumps(DUMP | {"rank": number}))
    (tmp_path / "trace_other").write_text("no rank")
    text = recorder.show_lying()

    assert [line for line in text.splitlines() if line.startswith("---")] == [
        f"--- {tmp_path}/trace_{n}" for n in (0, 1)
    ]


def test_the_pipe_makes_the_process_write_a_dump(tmp_path, rank):
    rank.variables["TORCH_NCCL_DEBUG_INFO_PIPE_FILE"] = str(tmp_path / "pipe_")
    os.mkfifo(tmp_path / "pipe_3.pipe")

    def torch_side():
        with (tmp_path / "pipe_3.pipe").open("rb") as pipe:
            assert pipe.read(1)
        lay(tmp_path, json.dumps(DUMP).encode())

    reader = threading.Thread(target=torch_side)
    reader.start()
    time.sleep(0.3)

    assert f"{tmp_path}/trace_3 was written" in recorder.ask(rank)
    reader.join()


def test_a_pipe_without_a_reader_does_not_hold_us(tmp_path, rank):
    rank.variables["TORCH_NCCL_DEBUG_INFO_PIPE_FILE"] = str(tmp_path / "pipe_")
    os.mkfifo(tmp_path / "pipe_3.pipe")

    with pytest.raises(OSError, match="No such device"):
        recorder.ask(rank)


def test_no_pipe_is_told(rank):
    with pytest.raises(Absent, match="no pipe: TORCH_NCCL_DEBUG_INFO_PIPE_FILE is not set"):
        recorder.ask(rank)
