"""When two runs are one and the same."""

from kb.triage.records.identity import identity
from tests.shelf import make_content
from tests.triage.jobs_of import jobs_of


def test_a_log_that_grew_is_the_same_and_a_new_one_is_not(tmp_path):
    content = make_content(tmp_path / "content")
    before = identity(jobs_of(tmp_path / "logs", a="one", b="two"), content)

    assert identity(jobs_of(tmp_path / "logs", a="one and more", b="two"), content) == before
    assert identity(jobs_of(tmp_path / "logs", a="one", c="two"), content).logs != before.logs
    assert identity(jobs_of(tmp_path / "logs", x__rank0="one", x__rank1="two"), content).logs != before.logs


def test_another_catalogue_is_another_run(tmp_path):
    content, jobs = make_content(tmp_path / "content"), jobs_of(tmp_path / "logs", a="one")
    before = identity(jobs, content)
    entry = content / "nccl" / "duplicate-gpu" / "entry.md"
    entry.write_text(entry.read_text().replace("Bind each", "Bind every"))

    assert identity(jobs, content).edition != before.edition
    assert identity(jobs, content).logs == before.logs
