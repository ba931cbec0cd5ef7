"""jobs.parquet has the rows of jobs.jsonl."""

from datetime import datetime

import pytest

from kb.triage.answers.row import Down, Line, Row

pq = pytest.importorskip("pyarrow.parquet")

FULL = Row(
    "a",
    "slurm",
    "known",
    ("a.out",),
    ("gpu1",),
    slug="x",
    score=0.9,
    confident=True,
    evidence=(Line("text", 3, "a.out", "1", "09:00:00"),),
    first_down=Down((3,), "process dead", "gpu1", "a.out", 3, "Rank 3 went down first."),
    unexplained=Line("other"),
    begins="2026-11-21T09:00:00",
    ends="2026-11-21T10:00:00",
    world_size=8,
    gpu_hours=8.0,
    cut={"a.out": 5},
    unread={"b.out": "why"},
)


def test_every_field_is_there_with_its_type(tmp_path, monkeypatch):
    from kb.triage.records.parquet import write

    monkeypatch.setattr("kb.triage.records.parquet.AT_ONCE", 2)
    write([FULL, Row("b", "file", "clean"), Row("c", "file", "clean")], tmp_path / "jobs.parquet")
    first, second, third = pq.read_table(tmp_path / "jobs.parquet").to_pylist()

    assert set(first) == set(Row.__struct_fields__)
    assert first["begins"] == datetime(2026, 11, 21, 9) and second["begins"] is None
    assert first["evidence"] == [{"text": "text", "line": 3, "file": "a.out", "rank": "1", "time": "09:00:00"}]
    assert first["first_down"]["ranks"] == [3] and first["cut"] == [("a.out", 5)]
    assert (second["job"], third["job"], third["gpu_hours"]) == ("b", "c", None)


def test_no_rows_are_an_empty_table(tmp_path):
    from kb.triage.records.parquet import write

    write([], tmp_path / "jobs.parquet")

    assert pq.read_table(tmp_path / "jobs.parquet").num_rows == 0
