"""A source is opened as plain bytes, wherever it lies."""

import gzip

import pytest

from kb.triage.sources.opening import opened
from kb.triage.sources.source import Source


def read(source):
    with opened(source) as log:
        return b"".join(iter(lambda: log.read(5), b""))


def test_a_plain_file_and_a_compressed_one_are_the_same(tmp_path):
    (tmp_path / "a.log").write_bytes(b"all of it")
    (tmp_path / "b.log").write_bytes(gzip.compress(b"all of it"))  # whatever its name says

    assert [read(Source(n, str(tmp_path / n))) for n in ("a.log", "b.log")] == [b"all of it"] * 2


def test_a_part_of_a_file_is_a_log_of_its_own(tmp_path):
    packed = gzip.compress(b"inner")
    (tmp_path / "x").write_bytes(b"before" + b"plain" + packed + b"after")

    assert read(Source("a", str(tmp_path / "x"), 5, 6)) == b"plain"
    assert read(Source("b", str(tmp_path / "x"), len(packed), 11)) == b"inner"


def test_an_empty_file_has_nothing_in_it(tmp_path):
    (tmp_path / "a.log").touch()

    assert read(Source("a.log", str(tmp_path / "a.log"))) == b""


def test_what_is_gone_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(Source("a.log", str(tmp_path / "a.log")))
