"""The logs in a tar archive, and archives that mean no good."""

import gzip
import io
import random
import tarfile

import pytest

from kb.triage.sources.archives import is_archive, members
from kb.triage.sources.opening import opened
from kb.triage.sources.source import Source, Unread

LOGS = {"job_1/rank0.log": b"zero", "job_1/rank1.log": b"one" * 1000, "notes.md": b"no log"}


def packed(files, compression=""):
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=f"w:{compression}") as archive:
        for name, text in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(text)
            archive.addfile(about, io.BytesIO(text))
    return target.getvalue()


def found(tmp_path, archive):
    (tmp_path / "a.tar").write_bytes(archive)
    return list(members("a.tar", str(tmp_path / "a.tar"), tmp_path / "spool", 0))


def read(source):
    with opened(source) as log:
        return log.read(100_000)


@pytest.mark.parametrize("compression", ["", "gz", "bz2", "xz"])
def test_every_log_inside_is_read_where_it_lies(tmp_path, compression):
    logs = found(tmp_path, packed(LOGS, compression))

    assert {log.name: read(log) for log in logs} == {f"a.tar/{n}": t for n, t in LOGS.items() if n != "notes.md"}


def test_a_log_that_was_compressed_by_itself_too_is_read(tmp_path):
    (log,) = found(tmp_path, packed({"a.log.gz": gzip.compress(b"inner")}))

    assert read(log) == b"inner"


def test_names_that_lead_elsewhere_are_only_names(tmp_path):
    logs = found(tmp_path, packed({"../../evil.log": b"x", "/etc/evil.log": b"y"}, "gz"))

    assert [read(log) for log in logs] == [b"x", b"y"]
    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()) == [
        "a.tar",
        "spool/0.members",
    ]
    assert not (tmp_path.parent / "evil.log").exists()


def test_links_inside_are_not_followed(tmp_path):
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        link = tarfile.TarInfo("passwd.log")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)

    assert found(tmp_path, target.getvalue()) == []


def test_a_broken_archive_gives_what_is_before_the_break_and_one_line(tmp_path):
    archive = packed(LOGS | {"last.log": random.Random(1).randbytes(500_000)}, "gz")  # noqa: S311
    whole = next(one for one in found(tmp_path, archive[:-200_000]) if isinstance(one, Source))

    assert read(whole) == b"zero"
    assert len([one for one in found(tmp_path, archive[:60]) if isinstance(one, Unread)]) >= 1
    assert all(isinstance(one, Unread) for one in found(tmp_path, b"no archive at all" * 100))


def test_an_archive_in_an_archive_is_said(tmp_path):
    (inside,) = found(tmp_path, packed({"b.tar.gz": packed(LOGS, "gz")}))

    assert inside == Unread("a.tar/b.tar.gz", "an archive in an archive: unpack it")


def test_a_header_that_asks_for_gigabytes_is_refused_unread(tmp_path):
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 4 * 1024**3
    (said,) = found(tmp_path, header.tobuf(tarfile.GNU_FORMAT) + b"x" * 1024)

    assert isinstance(said, Unread) and "bytes" in said.why


def test_a_name_that_is_no_name_is_said(tmp_path):
    (said,) = found(tmp_path, packed({"a" * 5000 + ".log": b"x"}))

    assert said.why == "a name of 5,004 characters" and len(said.name) < 1100


def test_a_bomb_is_unpacked_no_further_than_the_disk_allows(tmp_path, monkeypatch):
    monkeypatch.setattr("kb.triage.sources.archives.MOST_UNPACKED", 3 * 1024 * 1024)
    logs = found(tmp_path, packed({"a.log": b"first", "z.log": bytes(50_000_000)}, "gz"))

    assert next(one.why for one in logs if isinstance(one, Unread)).startswith("too large")
    assert (tmp_path / "spool" / "0.members").stat().st_size <= 3 * 1024 * 1024
    assert read(next(one for one in logs if isinstance(one, Source))) == b"first"


def test_archives_are_known_by_name():
    assert all(map(is_archive, ("a.tar", "a.tar.gz", "a.tgz", "A.TAR.ZST", "a.txz")))
    assert not any(map(is_archive, ("a.log", "a.gz", "target.log")))
