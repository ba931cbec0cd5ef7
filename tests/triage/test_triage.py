"""The order of the work: list, group, answer what has no answer yet."""

import tarfile

import pytest

from kb.triage.records.ledger import OtherRun
from kb.triage.triage import Asked, answer, prepared
from tests.shelf import make_content


@pytest.fixture
def asked(tmp_path):
    make_content(tmp_path / "content")
    logs = tmp_path / "logs"
    (logs / "x").mkdir(parents=True)
    for name, size in (("x/rank0.log", 10), ("x/rank1.log", 20), ("slurm-1234.out", 500), ("small.log", 1)):
        (logs / name).write_bytes(b"x" * size)
    return Asked((str(logs),), tmp_path / "out")


def work_of(asked):
    return prepared(asked, asked.out.parent / "content")


def by_hand(jobs):
    return ((job, b'{"job":"%s","rule":"file","state":"clean"}' % job.name.encode()) for job in jobs)


def test_the_largest_job_is_answered_first(asked):
    work = work_of(asked)

    assert [job.name for job in work.left] == ["1234", "x", "small"]
    assert work.bytes_left == 531


def test_a_run_that_was_stopped_goes_on_with_the_jobs_that_are_left(asked):
    work = work_of(asked)
    first = answer(work, by_hand)
    assert next(first).name == "1234"
    first.close()
    work.ledger.close()

    again = work_of(asked)
    assert [job.name for job in answer(again, by_hand)] == ["x", "small"]
    assert sorted(row.job for row in again.ledger.rows()) == ["1234", "small", "x"]


def test_what_was_unpacked_is_removed_whether_the_run_ends_or_is_stopped(asked):
    with tarfile.open(f"{asked.paths[0]}/more.tar.gz", "w:gz") as archive:
        archive.add(f"{asked.paths[0]}/small.log", "a.log")
    for stopped in (True, False):
        work = work_of(asked)
        assert (asked.out / "unpacked").is_dir()
        running = answer(work, by_hand)
        next(running)
        running.close() if stopped else list(running)
        work.ledger.close()
        assert not (asked.out / "unpacked").exists()


def test_a_new_log_makes_it_another_run(asked):
    work_of(asked).ledger.add("small", b'{"job":"small","rule":"file","state":"clean"}')
    (asked.out.parent / "logs" / "new.log").write_text("x")

    with pytest.raises(OtherRun):
        work_of(asked)
