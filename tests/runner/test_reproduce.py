"""Both programs really run, and the verdict follows from what they did."""

import pytest

from kb.runner.reproduce import reproduce
from kb.runner.running.program import Place
from tests.runner.entries import HANG, STUCK, plan_of


def run(plan, python, keep=None):
    return reproduce(plan, Place(python, keep=keep), lambda state: None)


def test_a_failure_and_its_cure_are_verified(content, python, tmp_path):
    done = run(plan_of(content), python, keep=tmp_path / "kept")

    assert (done.verdict.word, done.verdict.broken.wrong, done.verdict.fixed.wrong) == ("verified", [], [])
    assert "WidgetError" in (tmp_path / "kept" / "cold-widget" / "broken.log").read_text()


def test_a_hang_is_a_result_with_the_stack_as_its_proof(content, python):
    done = run(plan_of(content, how=HANG, broken=STUCK, seconds=4), python)

    assert done.verdict.word == "verified"
    assert done.verdict.broken.evidence == ["rank 0 stands in wait_for_peer"]


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({"broken": "import widget\n\nprint('harmless')\n"}, "expected one of these lines"),
        ({"fixed": "import widget\n\nraise SystemExit(1)\n"}, "expected exit status 0"),
    ],
    ids=["a harmless broken", "a failing fixed"],
)
def test_a_swapped_program_is_caught(content, python, programs, said):
    verdict = run(plan_of(content, **programs), python).verdict

    assert verdict.word == "failed"
    assert any(said in reason for reason in (*verdict.broken.wrong, *verdict.fixed.wrong))
