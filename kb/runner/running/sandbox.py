"""A run inside bubblewrap: it sees the machine read-only, a /tmp of its own, and no network but its own loopback."""

from __future__ import annotations

import functools
import shutil
import subprocess
from pathlib import Path

# Private memory of one process; virtual address space is no measure, because CUDA reserves far more than it uses.
MOST_MEMORY = 16 * 2**30
# Empty inside: a node's other temporary files are none of a program's business.
OWN = ("/tmp", "/dev/shm")  # noqa: S108


def why_not() -> str:
    """What keeps this machine from confining programs; empty where it can."""
    if not shutil.which("bwrap"):
        return "--sandbox needs bubblewrap, which is not installed: apt-get install bubblewrap"
    return _refusal()


@functools.cache
def _refusal() -> str:
    tried = subprocess.run([*_walls(network=False), "true"], capture_output=True, text=True)
    return f"bubblewrap does not work on this machine: {tried.stderr.strip()}" if tried.returncode else ""


def inside(command: list[str], writable: list[Path], readable: list[Path], network: bool = False) -> list[str]:
    """The command behind walls; only the writable folders, and what it mounts itself, can be written.

    `readable` says what it needs even where that lies in a place of which it has its own.
    """
    hidden = [folder for folder in readable if any(folder.is_relative_to(place) for place in OWN)]
    folders = [word for folder in hidden for word in ("--ro-bind", str(folder), str(folder))]
    folders += [word for folder in writable for word in ("--bind", str(folder), str(folder))]
    return [*_walls(network), *folders, *command]


def _walls(network: bool) -> list[str]:
    walls = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
    walls += ["--share-net"] if network else []
    walls += ["--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"]
    walls += [word for place in OWN for word in ("--tmpfs", place)]
    return [*walls, "--cap-add", "ALL"]  # root programs mount what they need
