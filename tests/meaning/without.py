"""What words mean, learned without one part of the census, so that it can be judged on just that part."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

from kb.matching.words.meaning import read_senses

ROOT = Path(__file__).parents[2]
RUNNER = ROOT / ".venv-runner" / "bin" / "python"
LEARN = Path(__file__).with_name("learn.py")


@cache
def learned_without(parts: str) -> dict[str, bytes]:
    """Ten seconds; raises CalledProcessError where learning fails, FileNotFoundError without make runner's torch."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.meaning.pairs", "--without", parts], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    learned = subprocess.run([RUNNER, LEARN], input=told.stdout, stdout=subprocess.PIPE, check=True)
    return read_senses(learned.stdout)
