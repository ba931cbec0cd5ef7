"""A line a release, oldest first; what a line says of broken and fixed, in words; and what it is not: a verdict."""

import datetime
import json

import pytest

from kb.runner.recording.matrix import FILE, Cell, cell, cells, keep, not_run
from kb.runner.recording.standing import standing
from tests.runner.entries import entry_in, plan_in, write_reproduction

TODAY = datetime.date(2026, 11, 22)


def line(content, torch, shown="its failure", broken=(), fixed=(), verdict=""):
    right = verdict or ("failed" if broken or fixed or shown != "its failure" else "verified")
    return {
        "date": "2026-11-22",
        "verdict": right,
        "broken": {"shown": shown, "wrong": list(broken)},
        "fixed": {"wrong": list(fixed)},
        "environment": {"torch": torch},
        "entry_digest": plan_in(content).digest(),
    }


def test_one_line_a_minor_release_the_oldest_first(content):
    write_reproduction(content)
    for torch in ("2.13.0+cpu", "2.4.0", "2.10.0", "2.4.1+cu121"):
        keep(plan_in(content), line(content, torch))

    assert [told.torch for told in cells(plan_in(content))] == ["2.4.1+cu121", "2.10.0", "2.13.0+cpu"]


@pytest.mark.parametrize(
    ("told", "broken", "fixed", "reason"),
    [
        ({}, "fails", "works", ""),
        ({"fixed": ["no such function"]}, "fails", "does not work", "no such function"),
        ({"shown": "no failure", "broken": ["saw nothing"], "fixed": ["x"]}, "does not fail", "", "saw nothing"),
        ({"shown": "another failure", "broken": ["saw y"]}, "fails in another way", "works", "saw y"),
        ({"broken": ["its own raise"]}, "fails in another way", "works", "its own raise"),
        ({"shown": "nothing", "broken": ["ended from outside"]}, "not judged", "", "ended from outside"),
    ],
)
def test_what_a_line_says(content, told, broken, fixed, reason):
    write_reproduction(content)
    assert cell(line(content, "2.4.1", **told)) == Cell("2.4.1", "2026-11-22", broken, fixed, reason, False)


def test_a_release_that_the_entry_excludes_was_not_run(content):
    write_reproduction(content)
    keep(plan_in(content), not_run(plan_in(content), "2.1.2", "requires torch>=2.4 (here: 2.1.2)", TODAY))

    (told,) = cells(plan_in(content))
    assert (told.broken, told.reason) == ("not run", "requires torch>=2.4 (here: 2.1.2)")


def test_lines_of_other_programs_are_stale(content):
    path = write_reproduction(content)
    keep(plan_in(content), line(content, "2.4.1"))
    (path.parent / "fixed.py").write_text("print('changed')\n")

    assert [told.stale for told in cells(plan_in(content))] == [True]


def test_what_releases_show_neither_verifies_nor_revokes_and_is_no_part_of_the_programs(content):
    write_reproduction(content)
    before = plan_in(content).digest()
    keep(plan_in(content), line(content, "2.4.1"))
    keep(plan_in(content), line(content, "2.1.2", shown="no failure"))

    assert standing(entry_in(content)).word == "never run"
    assert plan_in(content).digest() == before


def test_a_release_that_only_the_history_knows_is_a_row_too_unless_its_programs_were_others(content):
    path = write_reproduction(content)
    runs = [line(content, "2.13.0"), line(content, "2.4.0"), line(content, ""), line(content, "2.9.0")]
    runs[-1]["entry_digest"] = "0" * 16
    (path.parent / "runs.jsonl").write_text("".join(f"{json.dumps(run)}\n" for run in runs))
    assert cells(plan_in(content)) == []

    keep(plan_in(content), line(content, "2.4.1", shown="no failure"))

    shown = [(told.torch, told.broken) for told in cells(plan_in(content))]
    assert shown == [("2.4.1", "does not fail"), ("2.13.0", "fails")]
    keep(plan_in(content), line(content, "2.13.0") | {"entry_digest": "0" * 16})
    assert not any(told.stale for told in cells(plan_in(content)))


@pytest.mark.parametrize("text", ["", "not json", "[]", '{"date": "2026-11-22"}', '{"date": 5}', "{" * 9999])
def test_a_line_that_the_runner_did_not_write_counts_for_nothing(content, text):
    path = write_reproduction(content).parent / FILE
    path.write_text(f"{text}\n{json.dumps(line(content, '2.4.1'))}\n{json.dumps(line(content, 'nightly'))}\n")

    assert [told.torch for told in cells(plan_in(content))] == ["2.4.1"]
