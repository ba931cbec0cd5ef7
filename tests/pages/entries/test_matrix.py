"""What an entry's page and its JSON say of several releases of torch."""

from __future__ import annotations

import json

import pytest

from kb.catalogue.loading.loader import load
from kb.language import speaking
from kb.pages.entries.matrix import matrix, matrix_as_json
from kb.runner.planning.plan import plan_for
from tests.shelf import make_content


@pytest.fixture
def entry(tmp_path):
    content = load(make_content(tmp_path / "content"))
    return next(entry for entry in content.entries if entry.slug == "duplicate-gpu")


def put(entry, **changed):
    """A line for each release: one that failed as described unless `changed` says otherwise of it."""
    digest = plan_for(entry).digest()
    for torch, told in changed.items():
        number = torch.removeprefix("torch_").replace("_", ".")
        line = {"date": "2026-11-22", "entry_digest": digest}
        if "not_run" in told:
            line |= {"torch": number} | told
        else:
            line |= {"verdict": "verified", "environment": {"torch": number}, "broken": {}, "fixed": {}} | told
        with (entry.path.parent / "matrix.jsonl").open("a") as record:
            record.write(json.dumps(line) + "\n")


OLDER = {"not_run": "requires torch>=2.4 (here: 2.1.2)"}
GONE = {"verdict": "failed", "broken": {"shown": "no failure", "wrong": ["expected a line"]}, "fixed": {"wrong": ["x"]}}


def test_a_row_a_release_and_why_one_was_not_run(entry):
    put(entry, torch_2_1_2=OLDER, torch_2_4_1={}, torch_2_13_0=GONE)

    shown = [(row.torch, row.broken, row.fixed, row.reason) for row in matrix(entry)]
    assert shown == [
        ("2.1.2", "not run", "", "requires torch>=2.4 (here: 2.1.2)"),
        ("2.4.1", "fails", "works", ""),
        ("2.13.0", "does not fail", "", ""),
    ]


def test_the_words_are_the_readers(entry):
    put(entry, torch_2_4_1={}, torch_2_13_0=GONE)
    with speaking("zh"):
        assert [(row.broken, row.fixed) for row in matrix(entry)] == [("出错", "有效"), ("不出错", "")]


def test_programs_get_english_words_and_the_whole_reason_in_every_language(entry):
    put(entry, torch_2_13_0=GONE)
    with speaking("zh"):
        (told,) = matrix_as_json(entry)
    assert told == {
        "torch": "2.13.0",
        "date": "2026-11-22",
        "broken": "does not fail",
        "fixed": "",
        "reason": "expected a line",
        "stale": False,
    }


def test_a_changed_program_makes_the_rows_stale(entry):
    put(entry, torch_2_4_1={})
    (entry.path.parent / "fixed.py").write_text("print('changed')\n")
    assert [row.stale for row in matrix(entry)] == [True]


def test_without_a_record_or_programs_there_is_no_table(entry):
    assert matrix(entry) == () and matrix_as_json(entry) == []
    put(entry, torch_2_4_1={})
    (entry.path.parent / "fixed.py").unlink()
    assert matrix(entry) == () and matrix_as_json(entry) == []
