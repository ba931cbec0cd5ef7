"""A copy of three things and a bare interpreter are enough, also one that is older than the rest of us needs."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.pythons import interpreter

ROOT = Path(__file__).parents[2]
WITHOUT_PACKAGES = ["-I", "-S", "-W", "error::DeprecationWarning"]
STARTED = "import runpy, sys; sys.path.insert(0, '.'); runpy.run_module('kb.collect', run_name='__main__')"


@pytest.fixture
def copy(tmp_path):
    (tmp_path / "kb").mkdir()
    shutil.copy(ROOT / "kb/__init__.py", tmp_path / "kb")
    for name in ("collect", "masking"):
        shutil.copytree(ROOT / "kb" / name, tmp_path / "kb" / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("version", ["3.10", "3.14"])
def test_it_collects_on_the_oldest_and_the_newest_python_that_it_is_for(copy, version):
    if not (python := interpreter(version)):
        pytest.skip(f"no Python {version} on this machine")
    words = ["--pid", str(os.getpid()), "--pause", "0.1", "-o", "here.txt"]
    shown = subprocess.run([python, *WITHOUT_PACKAGES, "-c", STARTED, *words], cwd=copy, capture_output=True)

    assert shown.returncode == 0, shown.stderr.decode()
    assert "\n== end ==" in (copy / "here.txt").read_text()
    assert b"Traceback" not in shown.stderr and b"Warning" not in shown.stderr
