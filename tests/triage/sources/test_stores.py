"""Places with an address, through fsspec's own stores in memory and on disk; no real S3 was asked."""

import sys

import pytest

from kb.triage.sources import stores
from kb.triage.sources.packed import NotInstalled


@pytest.fixture
def memory():
    filesystem = pytest.importorskip("fsspec").filesystem("memory")
    filesystem.pipe({"/logs/job_1/rank0.log": b"zero", "/logs/job_1/rank1.log": b"one"})
    yield filesystem
    filesystem.rm("/logs", recursive=True)


def test_every_file_below_an_address_is_listed_with_its_size(memory):
    assert [(name, size) for name, _, size in stores.listed("memory://logs")] == [
        ("job_1/rank0.log", 4),
        ("job_1/rank1.log", 3),
    ]


def test_what_is_listed_can_be_opened(memory):
    texts = []
    for _, address, _ in stores.listed("memory://logs"):
        with stores.opened(address) as file:
            texts.append(file.read())

    assert texts == [b"zero", b"one"]


def test_a_single_file_has_its_own_name(tmp_path):
    pytest.importorskip("fsspec")
    (tmp_path / "a.log").write_text("text")

    assert [(name, size) for name, _, size in stores.listed(f"file://{tmp_path}/a.log")] == [("a.log", 4)]


def test_what_is_missing_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)

    with pytest.raises(NotInstalled, match="s3:// needs fsspec: pip install"):
        list(stores.listed("s3://bucket/logs"))


def test_an_address_that_nobody_knows_is_an_error():
    pytest.importorskip("fsspec")
    with pytest.raises(OSError, match="nothing"):
        list(stores.listed("nothing://there"))


def test_a_windows_drive_or_a_plain_path_is_no_address():
    assert stores.is_address("s3://bucket")
    assert not stores.is_address("/logs") and not stores.is_address("logs:1")
