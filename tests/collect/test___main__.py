"""`python -m kb.collect`, as it is called on a node at three in the morning."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.collect.jobs import collect, sections, tool, wait_until

ROOT = Path(__file__).parents[2]
SECRET = "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH"
QUICK = ("--pause", "0.2")


def test_a_file_that_people_can_read_and_send(ranks, tmp_path):
    process = ranks.start(
        0, NCCL_DEBUG="INFO", HF_TOKEN=SECRET, RAY_AUTH_TOKEN=SECRET, TORCH_X=f"https://u:{SECRET}@h/"
    )
    shown = collect("--pid", process.pid, *QUICK, "-o", tmp_path / "file")
    text = (tmp_path / "file").read_text()

    assert (shown.returncode, shown.stdout, shown.stderr) == (0, "", "")
    assert "NCCL_DEBUG=INFO" in text and "wait_for_batch" in text
    assert SECRET not in text
    assert (tmp_path / "file").stat().st_mode & 0o077 == 0


def test_into_a_pipe_it_is_the_file_itself(ranks):
    shown = collect("--pid", ranks.start(0).pid, *QUICK)

    assert shown.stdout.startswith("rankdown-collect 1\n") and "== end ==" in shown.stdout
    assert shown.stderr == ""


def test_collect_then_match_answers(ranks):
    """`python -m kb.collect | manage.py match`: what stands in the job's log is found in the file."""
    line = (
        "RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use"
    )
    program = f"import time\nprint({line!r}, \"the 'spawn' start method\")\nprint('step 17', flush=True)\n"
    process = ranks.start(0, program + "time.sleep(300)\n")
    words = f"{sys.executable} -m kb.collect --pid {process.pid} --pause 0.2 | {sys.executable} manage.py match"
    shown = subprocess.run(["sh", "-c", words], cwd=ROOT, capture_output=True, text=True, timeout=400)

    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "forked subprocess" in shown.stdout


def test_a_hung_nvidia_smi_holds_up_nothing_else(ranks, tmp_path):
    """On a GPU that has fallen off the bus it never comes back."""
    path = tool(tmp_path / "bin", "nvidia-smi", "#!/bin/sh\necho 'Sun Nov 22'\nsleep 3000\n")
    program = "import sys\nfrom kb.collect import plan, __main__\nfrom kb.collect.running import attempts\n"
    program += "plan.SLOW_TOOL = 2.0\nattempts.patience = lambda: 1.0\nsys.exit(__main__.main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "--pid", str(ranks.start(0).pid), *QUICK]
    shown = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=400
    )
    found = sections(shown.stdout)

    assert found["nvidia-smi"] == "Sun Nov 22\ndid not end within 2 s\n"
    assert "Mounted on" in found["df"]


def test_no_job_here_is_told_and_the_machine_is_written_all_the_same(tmp_path):
    shown = collect("--pid", 4194304, *QUICK, "-o", tmp_path / "file")

    assert shown.returncode == 1
    assert shown.stderr.strip().endswith("pid 4194304 is not there") and "--pid" not in shown.stderr
    assert "MemTotal" in (tmp_path / "file").read_text()


@pytest.mark.parametrize(
    "words", [["--watch"], ["--quiet-for", "3"], ["--pid", "1", "--watch", "true"], ["--pid", "x"], ["--no-such"]]
)
def test_bad_usage(words):
    shown = collect(*words)

    assert shown.returncode == 2 and "usage:" in shown.stderr


def test_a_place_that_cannot_be_written(ranks):
    shown = collect("--pid", ranks.start(0).pid, "-o", "/no/such/folder/file")

    assert shown.returncode == 3 and "not written: " in shown.stderr


def test_interrupted_it_keeps_what_it_has(ranks, tmp_path):
    command = [
        sys.executable,
        "-m",
        "kb.collect",
        "--pid",
        str(ranks.start(0).pid),
        "--pause",
        "600",
        "-o",
        tmp_path / "f",
    ]
    running = subprocess.Popen(command, cwd=ROOT)
    wait_until(lambda: "== lspci" in (tmp_path / "f").read_text(), 200)
    running.send_signal(signal.SIGTERM)

    assert running.wait(60) == 130
    assert "== end ==\ncut: interrupted\n" in (tmp_path / "f").read_text()


def test_a_reader_that_goes_away_ends_it_quietly(ranks):
    words = f"{sys.executable} -m kb.collect --pid {ranks.start(0).pid} --pause 0.2 | head -n 1"
    shown = subprocess.run(["sh", "-c", words], cwd=ROOT, capture_output=True, text=True, timeout=400)

    assert (shown.stdout, shown.stderr) == ("rankdown-collect 1\n", "")


def test_progress_is_for_terminals(ranks):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kb.collect", "--pid", str(ranks.start(0).pid), *QUICK]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    while running.poll() is None or not shown.rstrip().endswith(b"hidden"):
        try:
            shown += os.read(ours, 4096)
        except OSError:
            break

    assert b"[collect] looking for the job" in shown and b"sections, " in shown


def test_a_copy_of_two_folders_is_enough_and_nothing_is_imported_from_outside(tmp_path):
    """On a cluster node there is no Django and no environment of ours."""
    for name in ("__init__.py", "collect", "masking"):
        (tmp_path / "kb").mkdir(exist_ok=True)
        (tmp_path / "kb" / name).symlink_to(ROOT / "kb" / name)
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        "import sys; sys.path.insert(0, ''); from kb.collect import __main__; ",
    ]
    command[-1] += "print({n.split('.')[0] for n in sys.modules} - set(sys.stdlib_module_names) - {'kb'})"
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert shown.stdout == "{'__main__'}\n" or shown.stdout == "set()\n", shown.stderr
