"""`--watch COMMAND` is the command: its output, its status, its signals; and a file when it fails or falls silent."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.collect.jobs import collect, sections, wait_until

ROOT = Path(__file__).parents[3]


def watching(*words):
    command = [sys.executable, "-m", "kb.collect", "--pause", "0.2", *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_command_that_succeeds_is_passed_through_and_leaves_no_file(tmp_path):
    program = "import sys; print('out'); print('err', file=sys.stderr)"
    shown = collect("-o", tmp_path / "file", "--watch", sys.executable, "-c", program)

    assert (shown.returncode, shown.stdout, shown.stderr) == (0, "out\n", "err\n")
    assert not (tmp_path / "file").exists()


def test_a_command_that_fails_keeps_its_status_and_leaves_its_last_words(tmp_path):
    program = "import sys; print('step 1'); sys.exit('RuntimeError: lost 7')"
    shown = collect("-o", tmp_path / "file", "--watch", sys.executable, "-c", program)
    found = sections((tmp_path / "file").read_text())

    assert shown.returncode == 1 and shown.stdout == "step 1\n"
    assert found["output of the watched command"] == "step 1\nRuntimeError: lost 7\n"
    assert found["watched command"].startswith("why: it ended with status 1, ")
    assert "end" in found
    assert (tmp_path / "file").stat().st_mode & 0o077 == 0, "a log tells more than its reader may know"


def test_a_signal_that_ends_the_command_ends_us_alike(tmp_path):
    shown = collect("-o", tmp_path / "file", "--watch", "sh", "-c", "kill -SEGV $$")

    assert shown.returncode == -signal.SIGSEGV
    assert "signal SIGSEGV" in (tmp_path / "file").read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1])
def test_signals_reach_the_command(tmp_path, number):
    program = (
        f"import signal, sys\nsignal.signal({int(number)}, lambda *_: sys.exit(0))\nprint('ready')\nsignal.pause()"
    )
    running = watching("-o", tmp_path / "file", "--watch", sys.executable, "-c", program)
    assert running.stdout.readline() == "ready\n"
    running.send_signal(number)

    assert running.wait(60) == 0


def test_a_job_that_falls_silent_is_looked_at_alive_and_goes_on(tmp_path):
    program = "import time\ndef wait_for_batch():\n    while not done.exists(): time.sleep(0.1)\n"
    program += f"from pathlib import Path\ndone = Path({str(tmp_path / 'done')!r})\n"
    program += "print('step 1'); wait_for_batch(); print('step 2')"
    running = watching("-o", tmp_path / "file", "--quiet-for", "0.02", "--watch", sys.executable, "-c", program)
    wait_until(lambda: "== end ==" in (tmp_path / "file").read_text(), 200)
    (tmp_path / "done").touch()
    output, errors = running.communicate(timeout=60)

    assert (running.returncode, output) == (0, "step 1\nstep 2\n")
    assert "[collect] it printed nothing for" in errors
    text = (tmp_path / "file").read_text()
    assert "wait_for_batch" in text, "its stack, while it waits"


def test_a_command_that_is_not_there(tmp_path):
    shown = collect("-o", tmp_path / "file", "--watch", "no-such-command")

    assert (shown.returncode, shown.stderr) == (127, "no-such-command: No such file or directory\n")


def test_the_ranks_that_were_there_are_remembered(tmp_path):
    """A job that has died has no processes any more, but their environment tells much."""
    program = "import os, time, sys; time.sleep(float(os.environ['LIVES'])); sys.exit(3)"
    environment = {"RANK": "0", "LOCAL_RANK": "0", "MASTER_ADDR": "a", "NCCL_IB_DISABLE": "1", "LIVES": "20"}
    shown = collect("-o", tmp_path / "file", "--watch", sys.executable, "-c", program, **environment)

    assert shown.returncode == 3
    text = (tmp_path / "file").read_text()
    assert "NCCL_IB_DISABLE=1" in text and "the job has ended" in text
