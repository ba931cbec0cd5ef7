"""What cannot be true of programs and records is found without running anything."""

import datetime
import json

import pytest

from kb.catalogue.loading.loader import load
from kb.runner.checks import check_reproductions
from kb.runner.planning.plan import plan_for
from tests.contents import edit
from tests.runner.entries import SAMPLE, write_reproduction

HERE = {"python": "3.11", "torch": "2.13.0", "cuda": "", "nccl": "", "gpus": [], "platform": "x", "packages": {}}


def problems(content):
    return " ".join(f"{p.file.name}:{p.line}: {p.message}" for p in check_reproductions(load(content)))


def line(content, **changed):
    digest = plan_for(load(content).entries[0]).digest()
    broken = {"outcome": "message", "seconds": 1.0, "evidence": [f"line 1: {SAMPLE}"]}
    told = {"date": "2026-11-21", "verdict": "verified", "needs": ["cpu"], "broken": broken, "fixed": {}}
    return told | {"environment": HERE, "entry_digest": digest} | changed


def write(content, *lines):
    (path,) = content.glob("*/*/entry.md")
    (path.parent / "runs.jsonl").write_text("".join(json.dumps(told) + "\n" for told in lines))


def test_an_honest_entry_and_its_record_have_none(content):
    write_reproduction(content)
    write(content, line(content), line(content, verdict="failed", broken={}))

    assert problems(content) == ""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"date": (datetime.date.today() + datetime.timedelta(days=60)).isoformat()}, "yet to come"),
        ({"date": "22.11.2026"}, "no line that the runner wrote"),
        ({"environment": {}}, "environment lacks python"),
        ({"environment": HERE | {"torch": ""}}, "had no torch"),
        ({"needs": ["gpu"]}, "needs is ['gpu']"),
        ({"verdict": "surely"}, "nothing that the runner writes"),
        ({"entry_digest": "made up"}, "nothing that the runner writes"),
        ({"broken": {"outcome": "hang", "evidence": [SAMPLE]}}, "outcome is 'hang'"),
        ({"broken": {"outcome": "message", "evidence": []}}, "without evidence"),
        ({"broken": {"outcome": "message", "evidence": ["something else"]}}, "satisfies no decisive signature"),
        ({"broken": "message"}, "outcome is None"),
        ({"fixed": {"wrong": ["it hung"]}}, "something is wrong in it"),
    ],
)
def test_a_forged_line_is_named(content, changed, said):
    write_reproduction(content)
    write(content, line(content, **changed))

    assert said in problems(content)


@pytest.mark.parametrize(
    ("needs", "said"), [("gpu", "needs 1 GPU(s), the run had 0"), ("cuda-wheel", "built with CUDA")]
)
def test_a_run_without_the_hardware_is_no_run(content, needs, said):
    path = write_reproduction(content)
    edit(path, "needs: [cpu]", f"needs: [{needs}]")
    write(content, line(content, needs=[needs]))

    assert said in problems(content)


def test_lines_are_only_ever_added(content):
    write_reproduction(content)
    write(content, line(content), line(content, date="2026-01-01"))

    assert "before the line above" in problems(content)


def test_a_truncated_line_is_named(content):
    write_reproduction(content)
    (path,) = content.glob("*/*/entry.md")
    (path.parent / "runs.jsonl").write_text('{"date": "2026-11')

    assert "runs.jsonl:1: no line that the runner wrote" in problems(content)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("", "name a line that only the cure prints"),
        ("proof: hang", "a hang needs stands_in"),
        ("requires: [torch]", "'torch' is no requirement"),
        ("measure: {name: x, broken: about two, fixed: '<= 1', why: y}", "'about two' is no bound"),
    ],
)
def test_an_entry_says_how_it_is_judged(content, how, said):
    write_reproduction(content, how=how, achieves="")

    assert said in problems(content)


def test_an_entry_says_what_it_needs(content):
    edit(write_reproduction(content), "needs: [cpu]", "needs: []")

    assert "needs is empty" in problems(content)


def releases(content, *lines):
    (path,) = content.glob("*/*/entry.md")
    (path.parent / "matrix.jsonl").write_text("".join(f"{json.dumps(told)}\n" for told in lines))


def with_torch(content, torch, **changed):
    return line(content, environment=HERE | {"torch": torch}, **changed)


def test_an_honest_matrix_has_no_problem_whatever_the_releases_showed(content):
    write_reproduction(content)
    older = {"date": "2026-11-22", "torch": "2.1.2", "not_run": "requires torch>=2.4", "entry_digest": "0" * 16}
    gone = with_torch(content, "2.13.0", verdict="failed", broken={"shown": "no failure"})
    releases(content, older, with_torch(content, "2.4.1", date="2026-11-21"), gone | {"date": "2026-11-20"})

    assert problems(content) == ""


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("2.10.0", "2.4.1", "matrix.jsonl:2: a release twice, or not in order"),
        ("2.4.0", "2.4.1", "matrix.jsonl:2: a release twice, or not in order"),
        ("nightly", "2.4.1", "matrix.jsonl:1: no line that the runner wrote"),
    ],
)
def test_a_matrix_put_together_by_hand_is_named(content, first, second, said):
    write_reproduction(content)
    releases(content, with_torch(content, first), with_torch(content, second))

    assert said in problems(content)


def test_a_verified_line_of_a_matrix_needs_its_evidence_too(content):
    write_reproduction(content)
    releases(content, with_torch(content, "2.4.1", broken={"outcome": "message", "evidence": ["something else"]}))

    assert "matrix.jsonl:1: verified, but its evidence satisfies no decisive signature" in problems(content)


def test_a_matrix_without_programs_is_named(content):
    path = write_reproduction(content)
    releases(content, with_torch(content, "2.4.1"))
    (path.parent / "fixed.py").unlink()

    assert "matrix.jsonl:1: a record without programs" in problems(content)
