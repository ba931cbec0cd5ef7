"""Everything that a program started is found and ended, however it tries to get away."""

import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

ESCAPES = {
    "a child": "subprocess.Popen([sys.executable, '-c', SLEEP])",
    "a session of its own": "subprocess.Popen([sys.executable, '-c', SLEEP], start_new_session=True)",
    "an empty environment": "subprocess.Popen([sys.executable, '-c', SLEEP], env={}, start_new_session=True)",
    "a double fork": "os.fork() or (os.setsid(), os.fork() or os.execv(sys.executable, ['x', '-c', SLEEP]))",
    "deaf to SIGTERM": "subprocess.Popen([sys.executable, '-c', DEAF + SLEEP])",
}


def alive(marker):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (
                marker in (folder / "cmdline").read_text()
                and "Z" not in (folder / "stat").read_text().split(")")[1][:3]
            ):
                found.append(folder.name)
        except OSError:
            continue
    return found


@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES)
def test_nothing_escapes(escape, tmp_path):
    marker = f"escapee-{tmp_path.name}"
    program = textwrap.dedent(
        f"""
        import os, subprocess, sys, time
        from kb.runner.supervising import processes
        processes.adopt_orphans()
        SLEEP = "import time; time.sleep(300)  # {marker}"
        DEAF = "import signal; signal.signal(15, signal.SIG_IGN); "
        {escape}
        time.sleep(1)
        left = processes.end_all(os.getpid(), patience=0.5)
        print("left", left)
        """
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)

    assert shown.stdout.splitlines()[-1] == "left []", shown.stderr
    time.sleep(0.2)
    assert alive(marker) == []
