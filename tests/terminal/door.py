"""`rankdown` from the repository, as a process of its own; tests/test_package.py has the installed one."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "content/nccl/nccl-duplicate-gpu/samples/000-transformers-barrier.log"
COMMAND = (sys.executable, "-m", "kb.terminal")


def rankdown(*words, stdin=None, **variables):
    given = {"input": stdin} if stdin is not None else {"stdin": subprocess.DEVNULL}
    around = os.environ | variables
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, cwd=ROOT, timeout=120, env=around, **given)
