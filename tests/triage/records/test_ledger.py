"""jobs.jsonl survives whatever ends a run, and belongs to one run only."""

import msgspec
import pytest

from kb.triage.answers.row import Row
from kb.triage.records.identity import Identity
from kb.triage.records.ledger import Ledger, OtherRun

RUN = Identity("logs", "edition", 3)


def line(job):
    return msgspec.json.encode(Row(job, "file", "clean"))


@pytest.fixture
def out(tmp_path):
    ledger = Ledger(tmp_path / "out", RUN)
    ledger.add("a", line("a"))
    ledger.add("b", line("b"))
    ledger.close()
    return tmp_path / "out"


def test_what_was_answered_is_known_at_the_next_start(out):
    ledger = Ledger(out, RUN)

    assert ledger.done == {"a", "b"}
    assert [row.job for row in ledger.rows()] == ["a", "b"]


@pytest.mark.parametrize(
    "torn", [b'{"job":"c","ru', line("c"), b"\n", b"nonsense\n", b'{"job":5}\n', line("a") + b"\n"]
)
def test_a_line_that_is_torn_or_there_twice_is_taken_out(out, torn):
    with (out / "jobs.jsonl").open("ab") as file:
        file.write(torn)
    ledger = Ledger(out, RUN)
    ledger.add("c", line("c"))

    assert [row.job for row in ledger.rows()] == ["a", "b", "c"]


@pytest.mark.parametrize("other", [Identity("others", "edition", 9), Identity("logs", "newer", 3)])
def test_another_runs_folder_is_refused_and_left_as_it_is(out, other):
    before = (out / "jobs.jsonl").read_bytes(), (out / "run.json").read_bytes()
    with pytest.raises(OtherRun, match="--again"):
        Ledger(out, other)

    assert ((out / "jobs.jsonl").read_bytes(), (out / "run.json").read_bytes()) == before


def test_answers_of_nobody_knows_what_are_refused(out):
    (out / "run.json").unlink()

    with pytest.raises(OtherRun, match="--again"):
        Ledger(out, RUN)


def test_again_starts_over(out):
    other = Identity("others", "edition", 9)
    ledger = Ledger(out, other, again=True)

    assert ledger.done == set() and list(ledger.rows()) == []
    ledger.close()
    assert Ledger(out, other).done == set()


def test_two_runs_never_write_into_one_folder(out):
    first = Ledger(out, RUN)

    with pytest.raises(OtherRun, match="another triage"):
        Ledger(out, RUN)
    first.close()
