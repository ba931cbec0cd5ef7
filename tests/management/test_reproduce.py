"""`manage.py reproduce` is the runner, with its arguments and its exit status."""

import subprocess
import sys
from pathlib import Path

from tests.runner.entries import write_reproduction

ROOT = Path(__file__).parents[2]


def test_its_days_are_those_of_the_runner():
    """Django sets the time zone of the process; a record's date is the day in UTC."""
    shown = [sys.executable, "manage.py", "shell", "-c", "import time; print(time.timezone, time.daylight)"]

    assert subprocess.run(shown, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()[-1] == "0 0"


def test_it_hands_everything_on(content):
    write_reproduction(content, "cold-widget")
    command = [sys.executable, "manage.py", "reproduce", "--content", str(content)]

    listed = subprocess.run([*command, "list"], capture_output=True, text=True, cwd=ROOT)
    refused = subprocess.run([*command, "run", "nowhere"], capture_output=True, text=True, cwd=ROOT)

    assert "never run" in listed.stdout
    assert (refused.returncode, "no entry is called nowhere" in refused.stderr) == (2, True)
