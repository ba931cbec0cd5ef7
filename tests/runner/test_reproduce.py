"""Both programs really run, each in a folder that is gone afterwards."""

import sys

import pytest

from kb.runner.reproduce import reproduce
from tests.runner.entries import STUCK, plan_of


def run(plan, keep=None):
    return reproduce(plan, sys.executable, lambda state: None, keep)


def test_a_failure_and_its_cure_are_verified(content, tmp_path):
    done = run(plan_of(content), keep=tmp_path / "kept")

    assert done.verdict.word == "verified"
    assert "JSONDecodeError" in (tmp_path / "kept" / "bad-json" / "broken.log").read_text()


def test_a_hang_is_a_result_with_the_stack_as_its_proof(content):
    done = run(
        plan_of(
            content, how="proof: hang\nstands_in: [wait_for_peer]\nseconds: 3".replace("seconds: 3", ""), broken=STUCK
        )
    )

    assert done.verdict.word == "verified"
    assert done.verdict.broken.evidence == ["rank 0 stands in wait_for_peer"]


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({"broken": "print('harmless')\n"}, "expected one of these lines"),
        ({"fixed": "raise SystemExit(1)\n"}, "expected exit status 0"),
    ],
    ids=["a harmless broken", "a failing fixed"],
)
def test_a_swapped_program_is_caught(content, programs, said):
    verdict = run(plan_of(content, **programs)).verdict

    assert verdict.word == "failed"
    assert any(said in reason for reason in (*verdict.broken.wrong, *verdict.fixed.wrong))
