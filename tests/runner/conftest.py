"""An interpreter under test that has a library of our own instead of torch."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.runner.entries import LIBRARY


@pytest.fixture(scope="session")
def python(tmp_path_factory) -> str:
    """Path of its Python."""
    home = tmp_path_factory.mktemp("interpreter") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    (site,) = home.glob("lib/python*/site-packages")
    for name, text in LIBRARY.items():
        (site / name).write_text(text)
    return str(home / "bin" / "python")
