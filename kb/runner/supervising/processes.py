"""Everything that a program started: found through the process tree, measured, and ended."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import time
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def adopt_orphans() -> None:
    """Makes this process the parent of every orphan below it: a double fork or setsid escapes nothing (Linux)."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Has the kernel send SIGTERM to this process when the one that started it is gone (Linux)."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def descendants(root: int) -> list[int]:
    """Process ids below `root`, parents before children."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(folder.name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found[1:]


def ranks(root: int, program: str) -> dict[str, int]:
    """Rank -> process id, for every worker below `root`; a program without a launcher is rank 0."""
    found: dict[str, int] = {}
    for pid in descendants(root):
        command, variables = _command(pid), _variables(pid)
        if any(Path(word).name == program for word in command[1:3]) and "torch.distributed.run" not in command:
            found.setdefault(variables.get("RANK", str(len(found))), pid)
    return found


def _command(pid: int) -> list[str]:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return []


def _variables(pid: int) -> dict[str, str]:
    with contextlib.suppress(OSError):
        pairs = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace").split("\0")
        return dict(pair.split("=", 1) for pair in pairs if "=" in pair)
    return {}


def processor_seconds(pid: int) -> float:
    """What a process has used of the processors so far; 0 where it is gone."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def starved_seconds(pid: int) -> float:
    """How long a process has been ready to run and got no processor; 0 where it is gone or the kernel does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def peak_mib(pid: int) -> float:
    """The most memory that a process has held so far, in MiB; 0 where it is gone."""
    with contextlib.suppress(OSError, ValueError):
        found = re.search(r"^VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0
    return 0.0


def abort(pid: int) -> None:
    """Has Python's faulthandler write the stacks into the program's own log: the way without py-spy."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGABRT)


def end_all(root: int, patience: float = 2.0) -> list[int]:
    """Ends everything below `root`: first politely, then not. Returns what is still there, which should be nothing."""
    for number, wait in ((signal.SIGTERM, patience), (signal.SIGKILL, 3.0), (signal.SIGKILL, 3.0)):
        deadline = time.monotonic() + wait
        while (left := descendants(root)) and time.monotonic() < deadline:
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
            _reap()
            time.sleep(0.1)
        if not left:
            break
    _reap()
    return descendants(root)


def _reap() -> None:
    with contextlib.suppress(OSError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def orphans(tag: str, folder: Path) -> list[int]:
    """What a run left to this process: known by the tag in its environment or by where it is."""
    found = []
    for pid in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            here = Path(f"/proc/{pid}/cwd").readlink()
            if tag in _variables(pid).values() or here.is_relative_to(folder):
                found.append(pid)
    return found


def end(pids: list[int]) -> None:
    """Ends these processes and all below them at once."""
    for pid in [below for top in pids for below in (*descendants(top), top)]:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
