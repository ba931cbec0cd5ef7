"""Other interpreters than the one that runs the tests."""

import shutil
from pathlib import Path


def interpreter(version: str) -> str | Path | None:
    """One of this machine: of pyenv, whose own command on the path may refuse, or on the path."""
    return next(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"), None) or shutil.which(f"python{version}")
