"""The same two programs with several releases: real processes, with small libraries in the place of torch."""

import json

import pytest

from kb.catalogue.loading.loader import load
from kb.runner.job import Job
from kb.runner.matrix.sweep import Sweep
from kb.runner.planning.plan import plan_for
from kb.runner.recording.matrix import FILE, cells
from kb.runner.running.program import Place
from tests.runner.entries import BROKEN, FIXED, LIBRARY, plan_in, write_reproduction
from tests.runner.matrix.releases import build, environments

FIXED_UPSTREAM = LIBRARY["widget.py"].replace("if times < 1", "if times < 0")
OTHER_WORDS = LIBRARY["widget.py"].replace("the widget has {times} frobnications left", "out of frobnications")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """2.1 says it in other words, 2.4 and 2.10 fail, 2.13 has it fixed."""
    folder = tmp_path_factory.mktemp("matrix")
    build(folder, "2.1", {"widget.py": OTHER_WORDS})
    build(folder, "2.4")
    build(folder, "2.10")
    build(folder, "2.13", {"widget.py": FIXED_UPSTREAM})
    return folder


def swept(content, shelf, *releases, recording=True):
    said = []
    jobs = [Job(entry.slug, plan_for(entry)) for entry in load(content).entries]
    sweep = Sweep(environments(shelf), Place("no interpreter of its own"), recording, tell=said.append)
    return sweep.run(jobs, list(releases)), said


def test_where_it_fails_where_otherwise_and_where_no_longer(content, shelf, capsys):
    write_reproduction(content)

    status, said = swept(content, shelf, "2.1", "2.4", "2.13")

    shown = [(told.torch, told.broken, told.fixed) for told in cells(plan_in(content))]
    assert shown == [
        ("2.1.0+cpu", "fails in another way", "works"),
        ("2.4.0+cpu", "fails", "works"),
        ("2.13.0+cpu", "does not fail", ""),
    ]
    assert status == 0
    assert said[-1] == "cold-widget: 2.1.0+cpu fails in another way; 2.4.0+cpu fails; 2.13.0+cpu does not fail"


def test_a_line_of_a_matrix_says_what_a_line_of_the_record_says(content, shelf, capsys):
    path = write_reproduction(content)
    swept(content, shelf, "2.4")

    told = json.loads((path.parent / FILE).read_text())
    assert told.keys() == {"date", "verdict", "needs", "broken", "fixed", "environment", "entry_digest"}
    assert told["verdict"] == "verified" and "0 frobnications left" in told["broken"]["evidence"][0]
    assert not (path.parent / "runs.jsonl").exists()


def test_nothing_is_written_unless_it_is_asked_for(content, shelf, capsys):
    path = write_reproduction(content)
    assert swept(content, shelf, "2.4", recording=False)[0] == 0
    assert not (path.parent / FILE).exists()


def test_a_release_that_the_entry_excludes_is_put_down_as_not_run(content, shelf, capsys):
    write_reproduction(content, how="requires: ['torch>=2.4']")
    swept(content, shelf, "2.1", "2.10")

    first, second = cells(plan_in(content))
    assert (first.torch, first.broken, first.reason) == (
        "2.1.0+cpu",
        "not run",
        "requires torch>=2.4 (here: 2.1.0+cpu)",
    )
    assert second.broken == "fails"


def test_programs_that_ask_torch_for_what_it_does_not_have_yet_were_not_run(content, shelf, capsys):
    newer = "from torch import fully_shard\n"
    write_reproduction(content, broken=newer + BROKEN, fixed=newer + FIXED)
    swept(content, shelf, "2.1")

    (told,) = cells(plan_in(content))
    assert (told.broken, told.reason) == (
        "not run",
        "its programs need a newer torch: cannot import name 'fully_shard' from 'torch'",
    )


def test_an_entry_that_needs_more_than_torch_is_named_and_not_put_down(content, shelf, capsys):
    path = write_reproduction(content, broken=f"import deepspeed\n{BROKEN}")
    status, said = swept(content, shelf, "2.4")

    assert status == 3 and not (path.parent / FILE).exists()
    assert said == ["- cold-widget: not in the matrix: it needs deepspeed, and a matrix has torch alone"]


def test_a_release_that_is_not_to_be_had_is_left_out_and_the_others_run(content, shelf, capsys, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    write_reproduction(content)
    status, said = swept(content, shelf, "9.9", "2.4")

    assert status == 0
    assert [
        text for text in said if text.startswith("torch 9.9 is left out: torch==9.9.* numpy could not be installed")
    ]
    assert [told.torch for told in cells(plan_in(content))] == ["2.4.0+cpu"]
