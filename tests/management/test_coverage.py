"""`manage.py coverage`: the README's table is what the command prints."""

import os
import subprocess
import sys
from pathlib import Path

from tests.contents import write_entry

ROOT = Path(__file__).parents[2]


def test_the_readme_is_up_to_date():
    """If this fails: make tables."""
    printed = subprocess.run([sys.executable, "manage.py", "coverage"], capture_output=True, text=True, cwd=ROOT).stdout

    assert printed.startswith("| area |")
    assert printed.strip() in (ROOT / "README.md").read_text(encoding="utf-8")


def coverage(*arguments, **environment):
    command = [sys.executable, "manage.py", "coverage", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | environment)


def test_a_table_that_is_not_current_says_what_to_run(content):
    write_entry(content, "widget")

    assert coverage("--check").returncode == 0
    other = coverage("--check", RANKDOWN_CONTENT=str(content))
    assert other.returncode == 1
    assert "run `make tables`" in other.stdout and other.stdout.startswith("README.md:")
