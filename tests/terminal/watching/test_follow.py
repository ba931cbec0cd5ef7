"""Files that others write: an answer when they fall silent, once for each silence."""

import os

import pytest

from kb.collect.watching.rhythm import Fixed
from kb.terminal.watching.follow import Following


@pytest.fixture
def told():
    return []


def following(folder, told, limit=0.0):
    return Following(folder, Fixed(limit), lambda files, why: told.append([path.name for path in files]))


def test_a_silence_is_answered_once(tmp_path, told):
    (tmp_path / "node1").mkdir()
    (tmp_path / "node1" / "rank0.log").write_text("x")
    (tmp_path / "rank1.out").write_text("x")
    logs = following(tmp_path, told)
    logs.step(), logs.step(), logs.step()

    assert told == [["rank0.log", "rank1.out"]]


def test_more_text_and_another_silence_are_another_answer(tmp_path, told):
    log = tmp_path / "rank0.log"
    log.write_text("x")
    logs = following(tmp_path, told)
    logs.step()
    log.write_text("more")
    logs.step(), logs.step()

    assert len(told) == 2


def test_a_job_that_writes_is_left_alone(tmp_path, told):
    log = tmp_path / "rank0.log"
    logs = following(tmp_path, told, limit=60.0)
    for n in range(1, 5):
        log.write_text("x" * n)
        logs.step()

    assert told == []
    logs.now("it was told to stop")
    assert told == [["rank0.log"]]


def test_what_is_no_log_is_not_read(tmp_path, told):
    (tmp_path / "model.pt").write_text("x")
    (tmp_path / "empty.log").touch()
    (tmp_path / "gone.log").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.log")
    logs = following(tmp_path, told)
    logs.step()

    assert told == []
