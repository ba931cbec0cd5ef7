"""`manage.py reproduce` is the runner, with its arguments and its exit status."""

import subprocess
import sys
from pathlib import Path

from tests.runner.entries import write_reproduction

ROOT = Path(__file__).parents[2]


def test_it_hands_everything_on(content):
    write_reproduction(content, "cold-widget")
    command = [sys.executable, "manage.py", "reproduce", "--content", str(content)]

    listed = subprocess.run([*command, "list"], capture_output=True, text=True, cwd=ROOT)
    refused = subprocess.run([*command, "run", "nowhere"], capture_output=True, text=True, cwd=ROOT)

    assert "never run" in listed.stdout
    assert (refused.returncode, "no entry is called nowhere" in refused.stderr) == (2, True)
