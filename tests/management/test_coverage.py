"""`manage.py coverage`: the README's table is what the command prints."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_readme_is_up_to_date():
    """If this fails: make tables."""
    printed = subprocess.run([sys.executable, "manage.py", "coverage"], capture_output=True, text=True, cwd=ROOT).stdout

    assert printed.startswith("| area |")
    assert printed.strip() in (ROOT / "README.md").read_text(encoding="utf-8")
