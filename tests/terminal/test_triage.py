"""`rankdown triage` as a cluster's operator uses it: logs, exit status, a kill in the middle."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from tests.servers import wait_until
from tests.shelf import LOG, UNKNOWN_LOG, make_content
from tests.terminal.door import COMMAND, ROOT, rankdown


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The environment in which a small catalogue answers."""
    root = make_content(tmp_path_factory.mktemp("small") / "content")
    return {"RANKDOWN_CONTENT": str(root), "RANKDOWN_DEBUG": "0"}


@pytest.fixture
def logs(tmp_path):
    folder = tmp_path / "logs"
    (folder / "run").mkdir(parents=True)
    (folder / "slurm-1001.out").write_text(LOG)
    (folder / "slurm-1002.out").write_text(UNKNOWN_LOG)
    (folder / "run" / "rank0.log").write_text("step 1\n")
    (folder / "run" / "rank1.log").write_text("step 1\n")
    return folder


def rows(out):
    return {row["job"]: row for row in map(json.loads, (out / "jobs.jsonl").read_text().splitlines())}


def test_every_job_has_its_line_with_exit_status_0(logs, tmp_path, small):
    run = rankdown("triage", logs, "-o", tmp_path / "out", **small)
    found = rows(tmp_path / "out")

    assert run.returncode == 0, run.stderr.decode()
    assert {job: row["state"] for job, row in found.items()} == {"1001": "known", "1002": "unknown", "run": "clean"}
    assert found["1001"]["slug"] == "duplicate-gpu" and found["1001"]["evidence"][0]["line"] == 3
    assert "3 jobs: 1 known, 1 unknown, 1 clean" in run.stdout.decode()
    assert str(tmp_path / "out" / "jobs.jsonl") in run.stdout.decode()


def test_logs_at_an_address_are_answered_as_well(logs, tmp_path, small):
    pytest.importorskip("fsspec")
    run = rankdown("triage", f"file://{logs}", "-o", tmp_path / "out", **small)

    assert run.returncode == 0, run.stderr.decode()
    assert {job: row["state"] for job, row in rows(tmp_path / "out").items()} == {
        "1001": "known",
        "1002": "unknown",
        "run": "clean",
    }


def test_asked_again_it_answers_nothing_twice(logs, tmp_path, small):
    rankdown("triage", logs, "-o", tmp_path / "out", **small)
    before = (tmp_path / "out" / "jobs.jsonl").read_bytes()
    run = rankdown("triage", logs, "-o", tmp_path / "out", **small)

    assert run.returncode == 0
    assert (tmp_path / "out" / "jobs.jsonl").read_bytes() == before


def test_ones_own_pattern_groups(logs, tmp_path, small):
    pattern = r"(?P<job>run)/rank(?P<rank>\d+)|slurm-(?P<node>\d+)"
    rankdown("triage", logs, "-o", tmp_path / "out", "--job", pattern, **small)

    assert rows(tmp_path / "out")["run"]["rule"] == "pattern"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--job", "("], "no regular expression"),
        (["--job", "x"], "(?P<job>"),
        (["--processes", "0"], "no number from 1 on"),
        (["-o", "/proc/nowhere"], "cannot be written"),
    ],
)
def test_bad_usage_says_what_and_has_exit_status_2(logs, tmp_path, small, more, said):
    run = rankdown("triage", logs, "-o", tmp_path / "out", *more, **small)

    assert run.returncode == 2 and said in run.stderr.decode() and b"Traceback" not in run.stderr


def test_a_path_that_is_not_there_is_bad_usage(logs, tmp_path, small):
    run = rankdown("triage", logs, "/no/such/folder", "-o", tmp_path / "out", **small)

    assert run.returncode == 2 and b"cannot read /no/such/folder" in run.stderr
    assert not (tmp_path / "out").exists()


def test_another_runs_folder_is_refused_until_again(logs, tmp_path, small):
    rankdown("triage", logs, "-o", tmp_path / "out", **small)
    (logs / "new.log").write_text(LOG)
    refused = rankdown("triage", logs, "-o", tmp_path / "out", **small)

    assert refused.returncode == 2 and b"--again" in refused.stderr
    assert len(rows(tmp_path / "out")) == 3
    assert rankdown("triage", logs, "-o", tmp_path / "out", "--again", **small).returncode == 0
    assert len(rows(tmp_path / "out")) == 4


def test_where_no_log_is_the_exit_status_is_1(tmp_path, small):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "model.pt").write_text("x")
    run = rankdown("triage", tmp_path / "logs", "-o", tmp_path / "out", **small)

    assert run.returncode == 1 and b"1 files have no name of a log" in run.stderr


def many_jobs(folder, count=600):
    for n in range(count):
        path = folder / f"slurm-{1000 + n}.out"
        path.write_text("step 1 loss 0.5\n" * 2000 + (LOG if n % 2 else UNKNOWN_LOG))
    return count


def test_a_run_that_is_killed_goes_on_and_answers_every_job_exactly_once(tmp_path, small):
    (tmp_path / "logs").mkdir()
    count, out = many_jobs(tmp_path / "logs"), tmp_path / "out"
    command = [*COMMAND, "triage", str(tmp_path / "logs"), "-o", str(out)]
    for killed_at in (1, count // 3):
        run = subprocess.Popen(command, cwd=ROOT, env=os.environ | small, stdout=subprocess.DEVNULL)
        jobs = out / "jobs.jsonl"
        wait_until(lambda: jobs.exists() and jobs.read_bytes().count(b"\n") >= killed_at)  # noqa: B023
        run.kill()
        run.wait()
    with jobs.open("ab") as file:  # what a kill between two writes leaves
        file.write(jobs.read_bytes().splitlines()[0][:50])
    half = jobs.read_bytes().count(b"\n")
    last = subprocess.run(command, cwd=ROOT, env=os.environ | small, capture_output=True)
    named = [json.loads(line)["job"] for line in jobs.read_text().splitlines()]

    assert last.returncode == 0, last.stderr.decode()
    assert killed_at <= half < count
    assert sorted(named) == [str(1000 + n) for n in range(count)]


def test_ctrl_c_ends_it_and_says_that_it_can_go_on(tmp_path, small):
    (tmp_path / "logs").mkdir()
    many_jobs(tmp_path / "logs")
    command = [*COMMAND, "triage", str(tmp_path / "logs"), "-o", str(tmp_path / "out")]
    run = subprocess.Popen(command, cwd=ROOT, env=os.environ | small, stdout=-1, stderr=-1, start_new_session=True)
    jobs = tmp_path / "out" / "jobs.jsonl"
    wait_until(lambda: jobs.exists() and jobs.read_bytes().count(b"\n") >= 2)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=60)

    assert run.returncode == 130 and b"the same command goes on" in said and b"Traceback" not in said


def test_a_bar_shows_on_a_terminal_and_nothing_in_a_pipe(tmp_path, small):
    (tmp_path / "logs").mkdir()
    many_jobs(tmp_path / "logs", 60)
    command = [*COMMAND, "triage", str(tmp_path / "logs"), "-o"]
    screen, terminal = pty.openpty()
    run = subprocess.Popen(
        [*command, str(tmp_path / "a")], cwd=ROOT, env=os.environ | small, stdout=-1, stderr=terminal
    )
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(screen, 65536):
            shown += piece
    except OSError:
        pass
    run.communicate(timeout=60)
    piped = subprocess.run([*command, str(tmp_path / "b")], cwd=ROOT, env=os.environ | small, capture_output=True)

    assert b"jobs" in shown and piped.stderr == b""


@pytest.mark.parametrize("module", ["rankdown", "kb.terminal.commands.match"])
def test_nobody_else_imports_it(module):
    program = f"import sys, {module}; print([name for name in sys.modules if 'triage' in name])"
    shown = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    assert shown.stdout == "[]\n"


def test_the_report_and_the_table_are_written_too_in_the_language_that_was_asked(logs, tmp_path, small):
    run = rankdown("triage", logs, "-o", tmp_path / "out", "--lang", "zh", **small)
    report = (tmp_path / "out" / "report.html").read_text()

    assert run.stdout.decode().splitlines()[1:] == [
        str(tmp_path / "out" / name) for name in ("jobs.jsonl", "jobs.parquet", "report.html")
    ]
    assert "中文标题" in report and "flux capacitor" in report
