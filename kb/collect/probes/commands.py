"""Commands of the system, run in place of a probe's child process: what they print is the section."""

from __future__ import annotations

import os
import shutil

from kb.collect.running.attempts import Absent

# Where a stripped PATH does not look.
ALSO = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/usr/lib/wsl/lib:/opt/bin"


def run(*words: str) -> str:
    """Becomes the command; returns never. Raises Absent where it is not installed."""
    tool = find(words[0])
    os.environ["LC_ALL"] = "C"
    os.execv(tool, words)  # noqa: S606 - no shell is what we want
    raise Absent(f"{tool} did not start")


def find(name: str) -> str:
    """The command's path. Raises Absent where it is not installed."""
    tool = shutil.which(name) or shutil.which(name, path=ALSO)
    if not tool:
        raise Absent(f"{name} is not installed")
    return tool
