"""A verification becomes a line that says when, where and with what; the recorded log names no machine."""

import datetime
import json

import pytest

from kb.runner.judging.judge import judge
from kb.runner.recording.record import append, capture, history, line_for
from tests.runner.entries import SAMPLE, plan_of
from tests.runner.judging.runs import GOOD, MESSAGE

ENVIRONMENT = {"python": "3.11", "torch": "2.13.0", "cuda": "", "nccl": "", "gpus": [], "platform": "x", "packages": {}}
TODAY = datetime.date(2026, 11, 21)


def test_a_line_has_what_the_contract_promises(content):
    plan = plan_of(content)
    line = line_for(plan, judge(plan, MESSAGE, GOOD), ENVIRONMENT, TODAY)

    assert line.keys() == {"date", "verdict", "needs", "broken", "fixed", "environment", "entry_digest"}
    assert (line["date"], line["verdict"], line["needs"]) == ("2026-11-21", "verified", ["cpu"])
    assert line["broken"]["outcome"] == "message" and "line 1" in line["broken"]["evidence"][0]
    assert line["entry_digest"] == plan.digest()


def test_it_says_how_many_of_how_many_runs_showed_the_failure(content):
    plan = plan_of(content)
    line = line_for(plan, judge(plan, MESSAGE, GOOD), ENVIRONMENT, TODAY, showed=(2, 3))

    assert (line["broken"]["shown"], line["broken"]["showed"], line["broken"]["tries"]) == ("its failure", 2, 3)


def test_history_grows_and_is_never_rewritten(content):
    plan = plan_of(content)
    line = {"verdict": "verified", "environment": ENVIRONMENT, "entry_digest": plan.digest()}
    append(plan, line | {"date": "2026-01-01"})
    append(plan, line | {"date": "2026-02-01"})

    written = (plan.folder / "runs.jsonl").read_text().splitlines()
    assert [json.loads(text)["date"] for text in written] == ["2026-01-01", "2026-02-01"]
    assert len(history(plan.folder)) == 2


def test_the_recorded_log_has_no_path_of_this_machine(content):
    path = capture(
        plan_of(content),
        f"\x1b[31mFile /scratch/rankdown-x/broken.py\x1b[0m\n{SAMPLE}\n",
        {"/scratch/rankdown-x": "/home/user/job"},
    )

    assert path.read_text() == f"File /home/user/job/broken.py\n{SAMPLE}\n"


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "[]",
        "5",
        '{"date": "2026-01-01"}',
        '{"date": "22.11.2026", "verdict": "verified", "environment": {}, "entry_digest": "x"}',
        '{"date": "2026-01-01", "verdict": "verified", "environment": [], "entry_digest": "x"}',
    ],
)
def test_what_the_runner_did_not_write_counts_for_nothing(content, text):
    plan = plan_of(content)
    (plan.folder / "runs.jsonl").write_text(f"{text}\n")

    assert history(plan.folder) == []


def test_the_evidence_has_no_path_of_this_machine(content):
    plan = plan_of(content)
    verdict = judge(plan, MESSAGE, GOOD)
    verdict.broken.evidence = ["line 1: File /scratch/venv/lib/x.py and /scratch/venv/lib/deep/y.py"]
    names = {"/scratch/venv": "/home/user/venv", "/scratch/venv/lib/deep": "/deep"}

    line = line_for(plan, verdict, ENVIRONMENT, TODAY, names)

    assert line["broken"]["evidence"] == ["line 1: File /home/user/venv/lib/x.py and /deep/y.py"]


def test_packages_of_one_program_are_recorded_with_it(content):
    plan = plan_of(content, how="packages: [widget==1.0]")
    line = line_for(plan, judge(plan, MESSAGE, GOOD), ENVIRONMENT, TODAY)

    assert line["broken"]["packages"] == ["widget==1.0"] and "packages" not in line["fixed"]
