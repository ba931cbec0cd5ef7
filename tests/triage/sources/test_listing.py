"""Folders, files and archives become one list; what cannot be read is a line, not the end."""

import os
import tarfile
from pathlib import Path

import pytest

from kb.triage.sources.listing import listed


@pytest.fixture
def logs(tmp_path):
    root = tmp_path / "logs"
    for name in ("b.log", "a/rank1.log", "a/rank0.log.gz", "model.pt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("text")
    return root


def names(paths, tmp_path):
    return [source.name for source in listed([str(path) for path in paths], tmp_path / "spool").sources]


def test_all_logs_below_a_folder_and_no_other_files(logs, tmp_path):
    found = listed([str(logs)], tmp_path / "spool")

    assert sorted(source.name for source in found.sources) == ["a/rank0.log.gz", "a/rank1.log", "b.log"]
    assert (found.left_out, found.unread) == (1, ())


def test_a_file_that_is_named_is_read_whatever_its_name(logs, tmp_path):
    assert names([logs / "model.pt"], tmp_path) == ["model.pt"]


def test_of_several_folders_the_names_are_kept_apart(logs, tmp_path):
    assert "logs/b.log" in names([logs, logs / "a"], tmp_path)
    assert "a/rank1.log" in names([logs, logs / "a"], tmp_path)


def test_archives_among_the_files_are_looked_into(logs, tmp_path):
    with tarfile.open(logs / "old.tar.gz", "w:gz") as archive:
        archive.add(logs / "b.log", "x/c.log")

    assert "old.tar.gz/x/c.log" in names([logs], tmp_path)


def test_a_pipe_a_dangling_link_and_a_closed_folder_do_not_end_it(logs, tmp_path):
    os.mkfifo(logs / "pipe.log")
    (logs / "gone.log").symlink_to(logs / "nowhere")
    found = listed([str(logs)], tmp_path / "spool")

    assert sorted(source.name for source in found.sources) == ["a/rank0.log.gz", "a/rank1.log", "b.log"]
    assert [(one.name, one.why) for one in found.unread] == [("gone.log", "cannot be read: No such file or directory")]


def test_names_neither_drive_a_terminal_nor_add_a_line(logs, tmp_path):
    (logs / "a\x1b[31m\nb.log").write_text("text")

    assert "ab.log" in names([logs], tmp_path)


def test_what_cannot_be_read_has_such_a_name_too(logs, tmp_path):
    (logs / "a\x1b[31m\nb.log").symlink_to(logs / "nowhere")

    assert [one.name for one in listed([str(logs)], tmp_path / "spool").unread] == ["ab.log"]


def test_a_name_that_is_no_text_is_read_all_the_same(logs, tmp_path):
    (logs / os.fsdecode(b"r\xffn.log")).write_text("text")
    (source,) = [one for one in listed([str(logs)], tmp_path / "spool").sources if one.name.startswith("r")]

    assert source.name == "r\ufffdn.log" and Path(source.path).read_text() == "text"


def test_an_address_is_listed_like_a_folder(logs, tmp_path):
    pytest.importorskip("fsspec")
    with tarfile.open(logs / "old.tar.gz", "w:gz") as archive:
        archive.add(logs / "b.log", "c.log")
    found = listed([f"file://{logs}"], tmp_path / "spool")

    names = ["a/rank0.log.gz", "a/rank1.log", "b.log", "old.tar.gz/c.log"]
    assert sorted(source.name for source in found.sources) == names
    assert found.left_out == 1


def test_a_broken_archive_is_one_line(logs, tmp_path):
    (logs / "bad.tar.xz").write_bytes(b"\xfd7zXZ\x00nothing else")
    found = listed([str(logs)], tmp_path / "spool")

    assert len(found.sources) == 3 and {one.name for one in found.unread} == {"bad.tar.xz"}
