"""`python -m kb.runner` as a person and as a program use it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from tests.contents import edit
from tests.pythons import interpreter
from tests.runner.entries import HANG, STUCK, write_reproduction
from tests.runner.matrix.releases import build
from tests.runner.supervising.test_processes import alive

ROOT = Path(__file__).parents[2]


def runner(content, *arguments):
    command = [sys.executable, "-m", "kb.runner", "--content", str(content), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)


def test_list_shows_needs_verdict_and_age(content, python):
    write_reproduction(content)
    runner(content, "run", "cold-widget", "--record", "--python", python)

    (row,) = json.loads(runner(content, "list", "--json").stdout)

    assert (row["slug"], row["needs"], row["standing"]) == ("cold-widget", ["cpu"], "verified")
    assert row["state"] == "verified today with torch 2.99"
    assert "verified today" in runner(content, "list").stdout


def test_a_changed_program_makes_the_verdict_stale(content, python):
    path = write_reproduction(content)
    runner(content, "run", "cold-widget", "--record", "--python", python)
    (path.parent / "fixed.py").write_text("print('changed')\n")

    assert "stale" in runner(content, "list").stdout


def test_run_has_the_exit_status_of_the_contract(content, python):
    write_reproduction(content)
    with_it = ("--python", python)

    assert runner(content, "run", "cold-widget", *with_it).returncode == 0
    assert runner(content, "run", "--all", "--needs", "multigpu", *with_it).returncode == 3
    assert runner(content, "run", "--all", "--python", "/no/such/python").returncode == 3


def test_an_interpreter_without_torch_runs_nothing_and_says_so(content):
    write_reproduction(content)
    bare = runner(content, "run", "cold-widget", "--python", sys.executable)

    assert bare.returncode == 3
    assert "not run here: this interpreter has no torch" in bare.stdout


def test_a_relative_interpreter_is_found_from_the_programs_own_folder(content, python):
    write_reproduction(content)

    assert runner(content, "run", "cold-widget", "--python", os.path.relpath(python, ROOT)).returncode == 0


def test_a_matrix_runs_in_the_environments_of_its_folder_and_records_beside_the_history(content, tmp_path):
    path = write_reproduction(content)
    build(tmp_path, "2.4")
    told = ("--matrix", "--torch", "2.4", "--matrix-folder", str(tmp_path), "--record")
    shown = runner(content, "run", "cold-widget", *told, "--python", sys.executable)

    assert shown.returncode == 0
    assert shown.stdout.splitlines()[-1] == "cold-widget: 2.4.0+cpu fails"
    assert (path.parent / "matrix.jsonl").exists() and not (path.parent / "runs.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run"], "name entries, or --all"),
        (["run", "nowhere"], "no entry is called nowhere"),
        (["run", "--all", "--jobs", "0"], "--jobs and --tries must be at least 1"),
        (["run", "--all", "--matrix", "--torch", "2.4,latest"], "--torch takes releases such as 2.4,2.6.0,newest"),
        ([], "required"),
    ],
)
def test_bad_usage_says_what_to_do(content, arguments, said):
    write_reproduction(content)
    shown = runner(content, *arguments)

    assert shown.returncode == 2 and said in shown.stderr


def test_a_content_folder_that_is_not_there_says_what_to_do(tmp_path):
    for folder in (tmp_path / "nowhere", tmp_path):
        shown = runner(folder, "list")
        assert shown.returncode == 2 and str(folder) in shown.stderr and "Traceback" not in shown.stderr


def test_an_entry_that_cannot_be_read_is_named_with_its_line(content, python):
    edit(write_reproduction(content), "kind: error", "kind: [")

    shown = runner(content, "run", "cold-widget", "--python", python)

    assert shown.returncode == 3
    assert "its entry.md cannot be read" in shown.stdout and "entry.md:" in shown.stdout


def test_it_runs_on_the_oldest_python_that_it_is_for(content, python, tmp_path):
    if not (oldest := interpreter("3.10")):
        pytest.skip("no Python 3.10 on this machine")
    (tmp_path / "yaml").symlink_to(Path(yaml.__file__).parent)
    write_reproduction(content)
    command = [oldest, "-W", "error::DeprecationWarning", "-m", "kb.runner", "--content", content]
    shown = subprocess.run(
        [*command, "run", "cold-widget", "--python", python],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        cwd=ROOT,
    )

    assert "1 of 1 verified" in shown.stdout, shown.stderr
    assert shown.returncode == 0


def test_without_pyyaml_it_says_what_to_install(content):
    program = "import sys; sys.modules['yaml'] = None; import kb.runner.__main__"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)

    assert "pip install PyYAML" in shown.stderr and "Traceback" not in shown.stderr


def test_ctrl_c_ends_at_once_with_a_summary_and_leaves_nothing(content, python):
    marker = f"held-{content.parent.name}"
    write_reproduction(content, "stuck", how=f"{HANG}\narguments: [{marker}]", broken=STUCK, seconds=100)
    command = [sys.executable, "-m", "kb.runner", "--content", str(content), "run", "stuck", "--python", python]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not alive(marker) and time.monotonic() < deadline:
        time.sleep(0.1)
    folder = Path(f"/proc/{alive(marker)[0]}/cwd").readlink()

    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=50)

    assert process.returncode == 130
    assert "stopping" in shown and "stopped: 0 of 0 verified, 1 not run here" in shown
    assert alive(marker) == [] and not folder.exists()
