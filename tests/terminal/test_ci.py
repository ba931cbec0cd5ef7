"""`rankdown match --format github` as a step runs it, and the action's own steps, by the shell that GitHub uses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.diagnosis.reports.test_github_report import obeyed
from tests.terminal.door import ROOT, SAMPLE, rankdown

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
SHELL = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail")
TOKEN = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b"


@pytest.fixture
def github(tmp_path):
    """The variables of a step, with its files."""
    (tmp_path / "work").mkdir()
    files = {name: str(tmp_path / name.lower()) for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    return files | {"GITHUB_WORKSPACE": str(tmp_path / "work"), "RUNNER_TEMP": str(tmp_path)}


def written(github, name):
    return Path(github[name]).read_text(encoding="utf-8")


def test_a_known_failure_is_annotated_summed_up_and_handed_on(github):
    log = Path(github["GITHUB_WORKSPACE"], "train.log")
    log.write_bytes(SAMPLE.read_bytes())
    shown = rankdown("match", log, "--format", "github", **github)
    first, *_ = obeyed(shown.stdout.decode())

    assert shown.returncode == 0
    assert (first[0], first[1]["file"], first[1]["line"]) == ("error", "train.log", "2")
    assert "Duplicate GPU detected" in first[2] and "Fix in short" in shown.stdout.decode()
    assert "**" in written(github, "GITHUB_STEP_SUMMARY") and "2: " in written(github, "GITHUB_STEP_SUMMARY")
    assert written(github, "GITHUB_OUTPUT") == "known=true\nslug=nccl-duplicate-gpu\nretry=change-first\n"


def test_a_hostile_log_gives_no_order_and_no_output_and_its_secrets_are_masked(github):
    order = "::set-output name=slug::evil ##[add-mask]GPU ::add-mask::GPU"
    text = f"KeyError: {order} {'x' * 60} {order} {TOKEN}\nslug=evil\n{order}\n```\n"
    shown = rankdown("match", "--format", "github", stdin=text.encode(), **github).stdout.decode()
    *told, stop, resume = obeyed(shown)

    assert {name for name, _, _ in told} == {"warning"} and resume[0] == stop[2]
    assert written(github, "GITHUB_OUTPUT") == "known=false\nslug=\nretry=\n"
    assert TOKEN not in shown + written(github, "GITHUB_STEP_SUMMARY")


def test_outside_github_there_is_nothing_to_write_to(github):
    shown = rankdown("match", SAMPLE, "--format", "github", GITHUB_STEP_SUMMARY="", GITHUB_OUTPUT="/no/such/file")

    assert shown.returncode == 0 and b"::error file=" in shown.stdout
    assert shown.stderr == b"GITHUB_OUTPUT was not written: No such file or directory\n"


def test_each_rank_is_annotated_in_its_own_file(github, tmp_path):
    for folder in ("a", "b"):
        Path(github["GITHUB_WORKSPACE"], folder).mkdir()
    quiet, loud = (Path(github["GITHUB_WORKSPACE"], folder, "rank.log") for folder in ("a", "b"))
    quiet.write_text("all is well\n")
    loud.write_bytes(SAMPLE.read_bytes())
    told = obeyed(rankdown("match", quiet, loud, "--format", "github", **github).stdout.decode())

    assert {place["file"] for name, place, _ in told if name == "error"} == {"b/rank.log"}


def step(name, github, **inputs):
    """Runs a step of action.yml as GitHub does: inputs are filled into its variables, its script is a file."""
    asked = {key: told.get("default", "") for key, told in ACTION["inputs"].items()} | inputs
    known = {f"inputs.{key}": value for key, value in asked.items()} | {"github.action_path": str(ROOT)}
    fill = lambda text: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], text)  # noqa: E731
    variables = {key: fill(value) for key, value in STEPS[name].get("env", {}).items()}
    script = Path(github["RUNNER_TEMP"], "step.sh")
    script.write_text(STEPS[name]["run"], encoding="utf-8")
    around = os.environ | github | variables
    return subprocess.run(
        [*SHELL, script], cwd=github["GITHUB_WORKSPACE"], env=around, capture_output=True, text=True, timeout=600
    )


@pytest.fixture
def installed(github):
    """`rankdown` where the first step puts it; that step itself has a test of its own."""
    program = Path(github["RUNNER_TEMP"], "rank-down", "bin", "rankdown")
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m kb.terminal "$@"\n')
    program.chmod(0o755)
    work = Path(github["GITHUB_WORKSPACE"])
    (work / "logs" / "deep").mkdir(parents=True)
    (work / "logs" / "deep" / "a rank.log").write_bytes(SAMPLE.read_bytes())
    (work / "good.log").write_text("all is well\n")
    return work


def test_the_action_matches_every_file_of_its_patterns_and_writes_summary_and_outputs(github, installed):
    shown = step("Match", github, logs="logs/**/*.log\n\nno-such-*.log\n", against="good.log")

    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert obeyed(shown.stdout)[0][1]["file"] == "logs/deep/a rank.log"
    assert "What the good run never says" in shown.stdout
    assert "slug=nccl-duplicate-gpu\n" in written(github, "GITHUB_OUTPUT")
    assert "What the good run never says" in written(github, "GITHUB_STEP_SUMMARY")


@pytest.mark.parametrize(
    ("log", "fail_on", "status"),
    [
        ("logs/**/*.log", "known", 1),
        ("logs/**/*.log", "unknown", 0),
        ("good.log", "known", 0),
        ("good.log", "unknown", 1),
        ("good.log", "never", 0),
        ("good.log", "sometimes", 2),
        ("no-such.log", "never", 2),
        ("$(touch evil)`touch evil`; touch evil", "never", 2),
    ],
)
def test_the_step_fails_where_it_was_asked_to(github, installed, log, fail_on, status):
    assert step("Match", github, logs=log, **{"fail-on": fail_on}).returncode == status
    assert not (installed / "evil").exists()


def test_the_first_step_installs_what_the_second_one_runs(github):
    shown = step("Install", github, python=sys.executable)
    assert shown.returncode == 0, shown.stdout + shown.stderr

    Path(github["GITHUB_WORKSPACE"], "train.log").write_bytes(SAMPLE.read_bytes())
    shown = step("Match", github, logs="train.log")
    assert "slug=nccl-duplicate-gpu\n" in written(github, "GITHUB_OUTPUT"), shown.stdout + shown.stderr


def test_the_action_uses_no_other_and_puts_no_input_into_a_script():
    assert all("uses" not in step and "${{" not in step["run"] for step in STEPS.values())
    assert all(step["shell"] == "bash" for step in STEPS.values())


def test_the_documentation_names_every_input_and_output_of_the_action():
    rows = re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs" / "ci.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert rows == [*ACTION["inputs"], *ACTION["outputs"]]


def test_the_one_liner_of_the_documentation_answers_and_keeps_the_exit_status(github, installed):
    (line,) = re.findall(r"^set -o pipefail;.*$", (ROOT / "docs" / "ci.md").read_text(encoding="utf-8"), re.MULTILINE)
    path = f"{Path(github['RUNNER_TEMP'], 'rank-down', 'bin')}:{os.environ['PATH']}"
    line = line.replace("some-test", "sh -c 'cat logs/deep/a*; exit 3'")
    shown = subprocess.run(
        ["bash", "-c", line], cwd=installed, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )

    assert shown.returncode == 1 and "nccl-duplicate-gpu" in shown.stdout
