"""A log is opened late, closed early, and never raises."""

import gzip
from pathlib import Path

from kb.triage.answers.log import Log
from kb.triage.jobs.job import LogFile
from kb.triage.sources.source import Source


def log_of(path):
    return Log(LogFile(Source(path.name, str(path), path.stat().st_size if path.exists() else 1)))


def everything(log):
    return b"".join(iter(lambda: log.read(1000), b""))


def test_its_beginning_and_its_end_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("kb.triage.answers.log.OVERHEARD", 2000)
    (tmp_path / "a.log").write_bytes(b"begin" + b"x" * 50_000 + b"end")
    log = log_of(tmp_path / "a.log")

    assert len(everything(log)) == log.bytes == 50_008
    assert log.head.startswith(b"begin") and log.tail.endswith(b"end")
    assert 2000 <= len(log.head) <= 3000 and 2000 <= len(log.tail) <= 3000


def test_no_file_stays_open(tmp_path):
    (tmp_path / "a.log").write_bytes(b"x")
    before = len(list(Path("/proc/self/fd").iterdir()))
    log = log_of(tmp_path / "a.log")
    everything(log)

    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert log.read(10) == b""


def test_a_broken_file_ends_where_it_breaks_and_says_so(tmp_path):
    text = b"".join(b"line %d\n" % (n * n) for n in range(100_000))
    (tmp_path / "a.log").write_bytes(gzip.compress(text)[:-5000])
    log = log_of(tmp_path / "a.log")
    read = everything(log)

    assert text.startswith(read) and len(read) > 500_000
    assert log.problem.startswith(f"broken after {len(read):,} bytes: ")


def test_a_file_that_is_gone_says_so(tmp_path):
    log = log_of(tmp_path / "a.log")

    assert (everything(log), log.problem) == (b"", "cannot be read: No such file or directory")
