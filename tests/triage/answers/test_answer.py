"""A job's row says what its logs prove, where, and what was not read."""

import gzip

import pytest

from kb.library import Library
from kb.triage.answers.answer import answered
from tests.shelf import LOG, UNKNOWN_LOG, make_content, write_entry
from tests.triage.jobs_of import jobs_of

NCCL = "gpu-{n}:10{n}:10{n} [0] NCCL INFO comm 0x55 rank {n} nranks 8 cudaDev 0 busId 1000 - Init COMPLETE\n"


@pytest.fixture
def row(tmp_path, small):
    def answer(**files):
        (job,) = jobs_of(tmp_path, **files)
        return answered(job, small)

    return answer


def test_a_job_that_is_proved_has_its_entry_and_its_line(row):
    told = row(a=LOG)

    assert (told.state, told.slug, told.confident, told.kind) == ("known", "duplicate-gpu", True, "error")
    assert (told.evidence[0].line, told.evidence[0].file) == (3, "a.log")
    assert told.failed and not told.good


def test_a_job_that_nothing_proves_has_the_line_that_nobody_explains(row):
    told = row(a=UNKNOWN_LOG)

    assert (told.state, told.confident) == ("unknown", False)
    assert "flux capacitor" in told.unexplained.text and told.unexplained.line == 4


def test_a_job_that_ended_badly_without_a_reason_is_unknown_too(row):
    told = row(a="step 1\nsrun: error: gpu7: task 3: Exited with exit code 1\n")

    assert (told.state, told.unexplained.text, told.nodes) == (
        "unknown",
        "srun: error: gpu7: task 3: Exited with exit code 1",
        ("gpu7",),
    )


def test_a_job_in_which_nothing_fails_is_clean_and_guesses_nothing(row):
    told = row(a="step 1 loss 0.5\nstep 2 loss 0.4\nthe GPU is fine\n")

    assert (told.state, told.slug, told.score) == ("clean", "", 0.0) and told.good


def test_a_warning_that_is_harmless_explains_no_end(tmp_path):
    folder = make_content(tmp_path / "content")
    write_entry(folder, "nccl", "harmless-words", kind="harmless", line="harmless words <int>")
    matcher = Library(folder, follow=False).current().matcher
    jobs = jobs_of(tmp_path / "logs", a="harmless words 7\n", b="harmless words 7\nsrun: error: gpu7: task 3: Killed\n")

    assert [answered(job, matcher).state for job in jobs] == ["clean", "unknown"]


def test_only_a_job_that_failed_without_proof_is_guessed_about(row, small, monkeypatch):
    asked = []
    monkeypatch.setattr(small.finder, "with_guesses", lambda *_: asked.append(1) or [])
    row(a=LOG)
    row(b="step 1 loss 0.5\n")
    assert asked == []

    row(c=UNKNOWN_LOG)
    row(d="step 1\nsrun: error: gpu7: task 3: Killed\n")
    assert len(asked) == 2


def test_several_files_are_ranks_of_one_job_and_the_failing_one_is_named(row):
    told = row(x__rank0="step 1\n", x__rank3=LOG.replace("[rank0]: ", ""))

    assert told.files == ("x/rank0.log", "x/rank3.log")
    assert told.evidence[0].file == "x/rank3.log"
    assert (told.first_down.ranks, told.first_down.file) == ((3,), "x/rank3.log")


def test_the_rank_of_a_torchrun_folder_is_the_rank(row):
    told = row(**{"x_aaaaaaaa__attempt_0__2__stderr": LOG.replace("[rank0]: ", "")})

    assert told.first_down.ranks == (2,)
    assert told.evidence[0].file == told.first_down.file == "x_aaaaaaaa/attempt_0/2/stderr.log"
    assert "attempt_0/2/stderr.log" in told.first_down.sentence


def test_the_node_of_the_rank_that_went_down_first_is_known_from_nccl(row):
    log = "".join(NCCL.format(n=n) for n in range(8)) + LOG.replace("[rank0]: Dup", "[rank5]: Dup")

    told = row(a=log)

    assert (told.node, told.world_size, len(told.nodes)) == ("gpu-5", 8, 8)


def test_a_pod_is_a_node_only_where_no_log_names_the_machine(row):
    assert row(**{"llama-worker-0": "step 1\n"}).nodes == ("llama-worker-0",)
    assert row(**{"llama-worker-0": NCCL.format(n=3)}).nodes == ("gpu-3",)


def test_hours_are_counted_where_the_log_says_times_and_ranks(row):
    dated = f"2026-11-21 09:00:00 start WORLD_SIZE=16\n{LOG}2026-11-21 10:30:00 end\n"

    assert row(a=dated).gpu_hours == 24.0
    assert row(a=LOG).gpu_hours is None


def test_a_clean_job_lost_nothing(row):
    assert row(a="2026-11-21 09:00:00 WORLD_SIZE=16\n2026-11-21 10:30:00 end\n").gpu_hours is None


def test_secrets_are_masked_wherever_a_line_is_kept(row):
    told = row(a="step\nsrun: error: gpu7: task 3: --password hunter2Secret99 gone\n")

    assert "hunter2" not in told.unexplained.text and "[masked]" in told.unexplained.text


def test_what_could_not_be_read_is_said_beside_the_answer(row):
    told = row(x__rank0=LOG, x__rank1=gzip.compress(b"x" * 100_000)[:-10], x__rank2=b"\x89PNG\r\n\x1a\n" + b"x" * 99)

    assert told.slug == "duplicate-gpu"
    assert sorted(told.unread) == ["x/rank1.log", "x/rank2.log"]


@pytest.mark.parametrize("text", [b"", b"\0" * 5000, b"\x1f\x8bnot gzip"], ids=["empty", "binary", "broken"])
def test_a_job_without_a_readable_log_is_unread_and_says_why(row, text):
    told = row(a=text)

    assert told.state == "unread" and all(told.unread.values()) and told.unread
    assert not told.failed and not told.good


def test_of_a_huge_log_the_row_says_what_was_passed_over(row, monkeypatch):
    monkeypatch.setattr("kb.triage.sources.opening.Bounded.__init__.__defaults__", (-1, 1000, 1000, 10**9))
    told = row(a="step 1 loss 0.5\n" * 5000 + LOG)

    assert told.cut == {"a.log": 80_000 + len(LOG) - 2000}
    assert told.slug == "duplicate-gpu"
