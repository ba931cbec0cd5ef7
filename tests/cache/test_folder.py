"""Files are written whole or not at all, and only those that nobody else could have written are read."""

import os
import stat
import time

import pytest

from kb.cache.folder import GRACE, OLD, Folder, NotOurs, usual


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "above" / "cache")


def put(folder, name, data=b"told"):
    return folder.write(name, lambda out: out.write(data))


def got(folder, name):
    with folder.open(name) as source:
        return source.read()


def test_what_is_written_is_read_again_and_nobody_else_may_look(folder):
    assert put(folder, "it")

    assert got(folder, "it") == b"told"
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert [path.name for path in folder.path.iterdir()] == ["it"]


def test_a_missing_folder_or_file_is_said(folder):
    with pytest.raises(NotOurs):
        folder.open("it")
    put(folder, "another")
    with pytest.raises(NotOurs):
        folder.open("it")


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_in_is_neither_read_nor_written(folder, mode):
    put(folder, "it")
    folder.path.chmod(mode)

    with pytest.raises(NotOurs):
        folder.open("it")
    assert not put(folder, "more")


def test_a_file_that_others_may_write_is_not_read(folder):
    put(folder, "it")
    (folder.path / "it").chmod(0o620)

    with pytest.raises(NotOurs):
        folder.open("it")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("whose", ["file", "folder"])
def test_what_another_user_owns_is_not_read(folder, whose):
    put(folder, "it")
    os.chown(folder.path / "it" if whose == "file" else folder.path, 12345, 12345)

    with pytest.raises(NotOurs):
        folder.open("it")


def test_a_link_or_a_pipe_is_not_read(folder, tmp_path):
    put(folder, "it")
    (tmp_path / "elsewhere").write_bytes(b"foreign")
    (folder.path / "link").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(folder.path / "pipe", 0o600)

    for name in ("link", "pipe"):
        with pytest.raises(NotOurs):
            folder.open(name)


def test_where_nothing_can_be_written_nothing_happens(tmp_path):
    (tmp_path / "file").write_text("in the way")

    assert not put(Folder(tmp_path / "file" / "cache"), "it")
    assert not Folder(tmp_path / "file").ready()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(folder):
    put(folder, "it")

    def full(out):
        out.write(b"half")
        raise OSError("no space left")

    assert not folder.write("it", full)
    assert got(folder, "it") == b"told"
    assert len(list(folder.path.iterdir())) == 1


def test_files_that_nobody_names_any_more_go_after_a_while(folder):
    for name in ("a.state", "a.base-1", "a.base-2", ".torn", "b.state", "c.state"):
        put(folder, name)
    aged(folder, "a.base-1", GRACE + 9)
    aged(folder, ".torn", GRACE + 9)
    aged(folder, "b.state", GRACE + 9)
    aged(folder, "c.state", OLD + 9)

    folder.prune("a", {"a.state"})

    assert {path.name for path in folder.path.iterdir()} == {"a.state", "a.base-2", "b.state"}


def aged(folder, name, seconds):
    os.utime(folder.path / name, (time.time() - seconds,) * 2)


def test_it_usually_lies_where_caches_lie(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert usual() == tmp_path / "rank-down"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert usual() == tmp_path / "home" / ".cache" / "rank-down"
