"""`python -m kb.runner` as a person and as a program use it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runner.entries import STUCK, write_reproduction
from tests.runner.running.test_processes import alive

ROOT = Path(__file__).parents[2]


def runner(content, *arguments):
    command = [sys.executable, "-m", "kb.runner", "--content", str(content), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)


def test_list_shows_needs_verdict_and_age(content):
    write_reproduction(content, "bad-json")
    runner(content, "run", "bad-json", "--record", "--python", sys.executable)

    (row,) = json.loads(runner(content, "list", "--json").stdout)

    assert row["slug"] == "bad-json" and row["needs"] == ["cpu"]
    assert row["state"].startswith("verified today with torch")
    assert "verified today" in runner(content, "list").stdout


def test_a_changed_program_makes_the_verdict_stale(content):
    path = write_reproduction(content, "bad-json")
    runner(content, "run", "bad-json", "--record", "--python", sys.executable)
    (path.parent / "fixed.py").write_text("print('changed')\n")

    assert "stale" in runner(content, "list").stdout


def test_run_has_the_exit_status_of_the_contract(content):
    write_reproduction(content, "bad-json")
    python = ("--python", sys.executable)

    assert runner(content, "run", "bad-json", *python).returncode == 0
    assert runner(content, "run", "--all", "--needs", "cpu", *python).returncode == 0
    assert runner(content, "run", "--all", "--needs", "multigpu", *python).returncode == 3
    assert runner(content, "run", "--all", "--python", "/no/such/python").returncode == 3


def test_a_relative_interpreter_is_found_from_the_programs_own_folder(content):
    write_reproduction(content, "bad-json")
    relative = os.path.relpath(sys.executable, ROOT)

    assert runner(content, "run", "bad-json", "--python", relative).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run"], "name entries, or --all"),
        (["run", "nowhere"], "no entry is called nowhere"),
        (["run", "--all", "--jobs", "0"], "--jobs and --tries must be at least 1"),
        ([], "required"),
    ],
)
def test_bad_usage_says_what_to_do(content, arguments, said):
    write_reproduction(content, "bad-json")
    shown = runner(content, *arguments)

    assert shown.returncode == 2 and said in shown.stderr


def test_ctrl_c_leaves_nothing_running(content):
    marker = f"held-{content.parent.name}"
    write_reproduction(content, "stuck", how=f"proof: hang\nstands_in: [x]\narguments: [{marker}]", broken=STUCK)
    command = [sys.executable, "-m", "kb.runner", "--content", str(content), "run", "stuck", "--python", sys.executable]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    deadline = time.monotonic() + 30
    while not alive(marker) and time.monotonic() < deadline:
        time.sleep(0.1)
    (pid, *_) = alive(marker)

    process.send_signal(signal.SIGINT)
    process.wait(60)

    assert not Path(f"/proc/{pid}").exists()
