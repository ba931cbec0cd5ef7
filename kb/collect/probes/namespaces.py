"""Reaching what a process in a container sees: its network, its files. Called only in a probe's own child process."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from kb.collect.job import PROC
from kb.collect.running.attempts import Absent

CLONE_NEWNET = 0x40000000


def enter_network(pid: int) -> None:
    """Moves this process into the network of `pid`, where that is another. Raises Absent where that is not allowed."""
    theirs = PROC / str(pid) / "ns" / "net"
    try:
        here = Path("/proc/self/ns/net").readlink()
        if theirs.readlink() == here:
            return
    except OSError:
        return  # not ours to read: most often it is in our own network all the same
    try:
        with theirs.open() as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET) == 0:
                return
            reason = os.strerror(ctypes.get_errno())
    except OSError as error:
        reason = error.strerror
    raise Absent(f"pid {pid} is in another network namespace ({reason}): run collect inside its container, or as root")


def path_of(pid: int, path: str | os.PathLike[str]) -> Path:
    """Where a path of that process, absolute or below its working folder, is to be found from here."""
    folder = PROC / str(pid)
    text = os.fspath(path)
    if not text.startswith("/"):
        return folder / "cwd" / text
    try:
        if (folder / "ns" / "mnt").readlink() == Path("/proc/self/ns/mnt").readlink():
            return Path(text)
    except OSError:
        return Path(text)
    return folder / "root" / text.lstrip("/")
