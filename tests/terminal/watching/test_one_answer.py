"""Which task of a SLURM step answers, and for whom."""

import pytest

from kb.terminal.watching import one_answer
from kb.terminal.watching.one_answer import Job

STEP = {"SLURM_JOB_ID": "7", "SLURM_STEP_ID": "2", "SLURM_PROCID": "1", "SLURM_NTASKS": "3"}
WHOLE = "rankdown-collect 1\n\n== end ==\nsections: 0\n"


@pytest.mark.parametrize("without", [{"SLURM_JOB_ID": ""}, {"SLURM_NTASKS": "1"}, {"SLURM_PROCID": "x"}])
def test_a_process_alone_answers_for_itself(tmp_path, without):
    assert Job.of(STEP | without, tmp_path) is None


def test_a_step_that_was_requeued_has_a_folder_of_its_own(tmp_path):
    assert Job.of(STEP, tmp_path).folder.name == "rankdown-7.2"
    assert Job.of(STEP | {"SLURM_RESTART_COUNT": "1"}, tmp_path).folder.name == "rankdown-7.2-1"


def test_the_first_answers_with_what_the_others_have_left(tmp_path, monkeypatch):
    monkeypatch.setattr(one_answer, "GATHER", 0.3)
    first, second = (Job.of(STEP | {"SLURM_PROCID": str(task)}, tmp_path) for task in (1, 2))
    first.folder.mkdir()
    for job in (first, second):
        job.path.write_text(WHOLE)
    (first.folder / "rank0.txt").write_text("rankdown-collect 1\n\n== job ==\nnot whole yet")

    assert first.gathered(first.path, ended=True) == [first.path, second.path]
    assert second.gathered(second.path, ended=True) is None
    assert second.gathered(second.path, ended=False) is not None, "silence is another event than the end"


def test_where_the_folder_cannot_be_used_each_answers_for_itself(tmp_path):
    job = Job.of(STEP, tmp_path / "none")

    assert job.gathered(tmp_path / "own.txt", ended=True) == [tmp_path / "own.txt"]
