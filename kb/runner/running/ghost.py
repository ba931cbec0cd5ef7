"""A program -> what it prints where every library is hollow: nothing that a library should say, if it is honest."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from kb.runner.planning.plan import Plan
from kb.runner.running import hollow

SECONDS = 12
# A number that is made up must have the time to be printed, also from a slow disk.
SECONDS_FOR_A_NUMBER = 60
MOST_RANKS = 2
# Shell scripts must not wait either.
NO_WORK = "#!/bin/sh\nexit 0\n"
IDLE = ("sleep", "timeout")
LAUNCHER = '#!/bin/sh\nexec "$PYTHON" -c "import sitecustomize; sitecustomize.launch()" "$@"\n'


def interpreter(python: str, folder: Path) -> Path:
    """A Python of the same version without any library, and stand-ins for the commands that libraries install."""
    home = folder / "hollow"
    subprocess.run([python, "-m", "venv", "--without-pip", str(home)], check=True, capture_output=True)
    (site,) = home.glob("lib/python*/site-packages")
    shutil.copy2(hollow.__file__, site / "sitecustomize.py")
    ghost = home / "bin" / "python"
    for name in _installed_commands(Path(python).parent):
        _script(ghost.parent / name, LAUNCHER)
    for name in IDLE:
        _script(ghost.parent / name, NO_WORK)
    return ghost


def _installed_commands(folder: Path) -> list[str]:
    """Names of the scripts that libraries put beside an interpreter, such as launchers."""
    scripts = (path for path in folder.iterdir() if path.is_file() and "python" not in path.name)
    return [path.name for path in scripts if b"python" in path.open("rb").readline(300)]


def _script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def commands(plan: Plan, program: str, ghost: Path) -> list[list[str]]:
    """Every rank in both moods, all at once; a launcher is left out, because it is a library too."""
    run = ["bash", program] if plan.how.launch == "script" else [str(ghost), program]
    ranks = [{}]
    if plan.how.launch not in ("plain", "script"):
        world = plan.how.processes * plan.how.nodes
        ranks = [_rank(n, world) for n in range(min(world, MOST_RANKS))]
    return [
        ["env", f"{hollow.MOOD}={mood}", *(f"{name}={value}" for name, value in rank.items()), *run]
        for mood in ("yes", "no")
        for rank in ranks
    ]


def seconds(plan: Plan) -> int:
    """How long a hollow run may take: honest ones often wait for a library in vain."""
    return SECONDS_FOR_A_NUMBER if plan.measure else SECONDS


def _rank(number: int, world: int) -> dict[str, int]:
    return {"RANK": number, "LOCAL_RANK": number, "WORLD_SIZE": world, "LOCAL_WORLD_SIZE": world, "GROUP_RANK": 0}


def variables(around: dict[str, str], python: str, ghost: Path) -> dict[str, str]:
    """The program's environment, less the interpreter under test and what is laid over it."""
    own = str(Path(python).parent)
    path = [str(ghost.parent), *(part for part in around["PATH"].split(os.pathsep) if part != own)]
    changed = {"PATH": os.pathsep.join(path), "PYTHON": str(ghost)}
    return {name: value for name, value in around.items() if name != "PYTHONPATH"} | changed
