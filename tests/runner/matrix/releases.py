"""An interpreter that stands for one release of torch, and environments that need no package index."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kb.runner.matrix.environments import COMPLETE, Environments
from tests.runner.entries import LIBRARY

GIB = 2**30


def build(folder: Path, release: str, library: dict[str, str] | None = None) -> Path:
    """A finished environment below `folder`, whose torch says that it is this release."""
    home = folder / f"torch-{release}"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    (site,) = home.glob("lib/python*/site-packages")
    texts = LIBRARY | {"torch.py": LIBRARY["torch.py"].replace("2.99", f"{release}.0+cpu")} | (library or {})
    for name, text in texts.items():
        (site / name).write_text(text)
    (home / COMPLETE).touch()
    return home


def environments(folder: Path, most_bytes: int = 20 * GIB, said: list | None = None) -> Environments:
    return Environments(folder, most_bytes, sys.executable, (said if said is not None else []).append)
