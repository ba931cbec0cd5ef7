"""Places with an address, through fsspec's own stores in memory and on disk, and through s3fs with moto's server as S3.

The last is skipped where they are not installed: they bring 70 packages, for one test.
    pip install 's3fs==2026.9.0' 'moto[s3,server]==5.2.5'
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.triage.sources import stores
from kb.triage.sources.packed import NotInstalled

ROOT = Path(__file__).parents[3]


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


def test_a_place_where_nothing_is_stored_is_told_like_a_folder_that_is_not_there(memory):
    with pytest.raises(OSError, match="nothing is stored there"):
        list(stores.listed("memory://logs/2027-01"))


def test_a_store_that_only_names_what_it_did_not_find_is_told_in_words(memory, monkeypatch):
    def missing(*_, **__):
        raise FileNotFoundError("b/nobucket/o")

    with (
        monkeypatch.context() as patched,
        pytest.raises(OSError, match="nothing is stored there: b/nobucket/o"),
    ):
        patched.setattr(type(memory), "find", missing)
        list(stores.listed("memory://logs"))


def test_a_single_file_of_a_store_that_names_it_without_its_size_is_listed_with_it(memory, monkeypatch):
    """As adlfs does, 2026.8.0."""
    with monkeypatch.context() as patched:
        patched.setattr(type(memory), "find", lambda self, path, **_: [path])
        found = list(stores.listed("memory://logs/job_1/rank1.log"))

    assert [(name, size) for name, _, size in found] == [("rank1.log", 3)]


WARNS = """
import logging, sys
from kb.triage.sources import stores
if "sent" in sys.argv: logging.basicConfig(format="sent: %(message)s")
list(stores.listed("file://" + stores.__file__))
logging.getLogger("fsspec").warning("could not determine the type of a bucket")
"""


@pytest.mark.parametrize(("words", "said"), [([], ""), (["sent"], "sent: could not determine the type of a bucket\n")])
def test_warnings_of_a_stores_library_are_seen_by_those_alone_who_send_them_somewhere(words, said):
    pytest.importorskip("fsspec")
    shown = subprocess.run([sys.executable, "-c", WARNS, *words], cwd=ROOT, capture_output=True, text=True)

    assert (shown.returncode, shown.stderr) == (0, said)


class Sulking(Exception):
    """An error of a store's own library, which is no OSError."""


@pytest.fixture
def sulking(memory, monkeypatch):
    """A store that answers nothing from the named call on."""

    def at(what):
        def refused(*_, **__):
            raise Sulking("no credentials")

        monkeypatch.setattr(what, refused)

    yield at
    monkeypatch.undo()


def test_an_error_of_a_stores_own_is_told_as_one_of_reading(sulking):
    sulking("fsspec.implementations.memory.MemoryFileSystem.find")
    with pytest.raises(OSError, match="Sulking: no credentials"):
        list(stores.listed("memory://logs"))


@pytest.mark.parametrize("when", ["opened", "read"])
def test_a_store_that_breaks_off_later_is_an_error_of_reading_too(sulking, when):
    if when == "opened":
        sulking("fsspec.implementations.memory.MemoryFileSystem.open")
    else:
        sulking("fsspec.implementations.memory.MemoryFile.read")
    with (
        pytest.raises(OSError, match="Sulking: no credentials"),
        stores.opened("memory://logs/job_1/rank0.log") as file,
    ):
        file.read()


SAMPLE = next((ROOT / "content/nccl/nccl-duplicate-gpu/samples").glob("*.log"))


@pytest.fixture
def s3(monkeypatch):
    """A server that speaks S3, on this machine, and the variables by which any client finds it."""
    pytest.importorskip("s3fs")
    pytest.importorskip("moto.server")
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    named = {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "y"}
    for name, value in (named | {"AWS_DEFAULT_REGION": "us-east-1", "AWS_MAX_ATTEMPTS": "1"}).items():
        monkeypatch.setenv(name, value)
    yield server
    server.stop()


def triaged(out, *paths):
    command = [sys.executable, "-m", "kb.terminal", "triage", *paths, "-o", str(out)]
    return subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=300)


def test_a_bucket_is_triaged_like_a_folder_by_several_processes(s3, tmp_path):
    import boto3

    client = boto3.client("s3")
    client.create_bucket(Bucket="cluster")
    odd = "2026-11/job_7/we ird#\u00fc%20?.log"
    for name in ("2026-11/job_1/rank0.log", "2026-11/job_2/rank0.log", odd):
        client.put_object(Bucket="cluster", Key=name, Body=SAMPLE.read_bytes())
    shown = triaged(tmp_path / "out", "s3://cluster/2026-11")

    rows = [json.loads(line) for line in (tmp_path / "out" / "jobs.jsonl").read_text().splitlines()]
    assert shown.returncode == 0, shown.stderr
    assert sorted(row["files"][0] for row in rows) == ["job_1/rank0.log", "job_2/rank0.log", odd.partition("/")[2]]
    assert {row["slug"] for row in rows} == {"nccl-duplicate-gpu"}


def test_a_bucket_that_nobody_answers_for_is_told_and_the_rest_goes_on(s3, tmp_path):
    s3.stop()
    (tmp_path / "here.log").write_bytes(SAMPLE.read_bytes())
    shown = triaged(tmp_path / "out", "s3://cluster/2026-11", tmp_path / "here.log")

    assert shown.returncode == 0, shown.stderr
    assert "s3://cluster/2026-11" in shown.stderr and "Traceback" not in shown.stderr
    assert len((tmp_path / "out" / "jobs.jsonl").read_text().splitlines()) == 1
