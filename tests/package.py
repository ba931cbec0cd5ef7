"""The wheel as its users have it: built from this repository, installed where nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def build(folder: Path, **around: str) -> Path:
    """The wheel, in `folder`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=os.environ | around)
    (wheel,) = folder.glob("*.whl")
    return wheel


class Installed:
    """A virtual environment with the wheel and what it asks for, at the releases that we pin.

    Beside it a home for its programs; what they keep of the catalogue, all that stand beside each other share.
    """

    def __init__(self, folder: Path, wheel: Path, extras: str = "", python: str | Path = sys.executable):
        self.folder, self.home = folder, folder / "home"
        subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
        self.home.mkdir()
        options = ["install", "--quiet", "--no-compile", "--disable-pip-version-check", "-c", str(self._pins())]
        pip = [sys.executable, "-m", "pip", "--python", str(self.program("python")), *options]
        subprocess.run([*pip, f"{wheel}{extras}"], check=True, cwd=folder)

    def _pins(self) -> Path:
        """All that we pin. Without the `-r` in them: what a constraint file includes, pip would install."""
        path = self.folder / "pins.txt"
        texts = [(ROOT / name).read_text() for name in ("requirements.txt", "requirements-dev.txt")]
        path.write_text("\n".join(line for text in texts for line in text.splitlines() if not line.startswith("-r")))
        return path

    def program(self, name: str) -> Path:
        return self.folder / "bin" / name

    @property
    def around(self) -> dict[str, str]:
        """Nothing of the environment that the tests run in."""
        kept = self.folder.parent / "kept"
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8", "RANKDOWN_CACHE": str(kept)}

    def command(self, *words: object) -> list[str]:
        return [str(self.program("rankdown")), *map(str, words)]

    def run(self, *words: object, stdin: bytes | None = None, **variables: str) -> subprocess.CompletedProcess:
        """`rankdown WORDS`, far from the repository."""
        return self.started(self.command(*words), stdin, **variables)

    def python(self, program: str, **variables: str) -> subprocess.CompletedProcess:
        return self.started([str(self.program("python")), "-c", program], **variables)

    def started(self, command: list[str], stdin: bytes | None = None, **variables: str) -> subprocess.CompletedProcess:
        given = {"input": stdin} if stdin is not None else {"stdin": subprocess.DEVNULL}
        around = self.around | variables
        return subprocess.run(command, capture_output=True, cwd=self.home, timeout=300, env=around, **given)
