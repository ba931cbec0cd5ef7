"""jobs.jsonl -> jobs.parquet: the same rows, a few thousand at a time; the only module that knows pyarrow."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from kb.triage.answers.row import Row

AT_ONCE = 5000
LINE = pa.struct(
    [("text", pa.string()), ("line", pa.int64()), *((name, pa.string()) for name in ("file", "rank", "time"))]
)
DOWN = pa.struct(
    [
        ("ranks", pa.list_(pa.int64())),
        *((name, pa.string()) for name in ("way", "host", "file")),
        ("line", pa.int64()),
        ("sentence", pa.string()),
    ]
)
TYPES = {
    "files": pa.list_(pa.string()),
    "nodes": pa.list_(pa.string()),
    "score": pa.float64(),
    "confident": pa.bool_(),
    "evidence": pa.list_(LINE),
    "first_down": DOWN,
    "unexplained": LINE,
    "begins": pa.timestamp("s"),
    "ends": pa.timestamp("s"),
    "world_size": pa.int64(),
    "gpu_hours": pa.float64(),
    "attempts": pa.int64(),
    "bytes": pa.int64(),
    "lines": pa.int64(),
    "cut": pa.map_(pa.string(), pa.int64()),
    "unread": pa.map_(pa.string(), pa.string()),
}
SCHEMA = pa.schema([(name, TYPES.get(name, pa.string())) for name in Row.__struct_fields__])


def write(rows: Iterable[Row], path: Path) -> None:
    """Replaces the file in one step."""
    partial, left = path.with_suffix(".partial"), iter(rows)
    with pq.ParquetWriter(partial, SCHEMA, compression="zstd") as writer:
        while some := list(islice(left, AT_ONCE)):
            writer.write_table(pa.Table.from_pylist([_plain(row) for row in some], SCHEMA))
    partial.replace(path)


def _plain(row: Row) -> dict:
    """Times as times, where JSON has text; maps as pyarrow wants them."""
    told = msgspec.to_builtins(row)
    times = {name: _time(told[name]) for name in ("begins", "ends")}
    return told | times | {name: list(told[name].items()) for name in ("cut", "unread")}


def _time(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
