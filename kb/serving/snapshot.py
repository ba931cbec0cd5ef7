"""Content is served from a copy, so that a `git pull` under way shows nobody half of it."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from django.conf import settings

from kb.catalogue.loading.problems import BrokenContent, Problem
from kb.library import library

# Old workers still read the copy before the newest one until they have finished.
COPIES_KEPT = 2
# Files that change while they are copied are copied again, after a wait in seconds.
MOST_TRIES = 20
WAIT = 0.2
# Nanoseconds. Two changes within one tick of the kernel's clock leave the same time on a file.
STILL = 50_000_000

_copies: list[Path] = []


def renew() -> None:
    """Serves the content as it is now. Raises BrokenContent, and goes on with the old one, where it has problems."""
    copy = frozen(settings.CONTENT_DIR)
    try:
        library.renew(copy)
    except BrokenContent as broken:
        shutil.rmtree(copy.parent, ignore_errors=True)
        raise BrokenContent([_at_home(problem, copy) for problem in broken.problems]) from None
    _copies.append(copy.parent)
    while len(_copies) > COPIES_KEPT:
        shutil.rmtree(_copies.pop(0), ignore_errors=True)


def frozen(root: Path) -> Path:
    """A copy of `root` as it was at one moment: copied again while its files are changing."""
    for _ in range(MOST_TRIES):
        # A link that is switched from one version to the next is followed once.
        source, folder = root.resolve(), Path(tempfile.mkdtemp(prefix="rankdown-content-"))
        before, began = state(source), time.time_ns()
        try:
            copy = shutil.copytree(source, folder / "content")
        except (OSError, shutil.Error):
            copy = None
        if copy and state(source) == before and began - _newest(before) > STILL:
            return copy
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(WAIT)
    raise OSError(f"{root} cannot be read, or kept changing while it was copied: try again when it is still")


def state(root: Path) -> frozenset[tuple[str, int, int, int]]:
    """(path, inode, time of change in ns, size) of every file below `root`."""
    return frozenset(_stated(root))


def _newest(state: frozenset[tuple[str, int, int, int]]) -> int:
    return max((changed for _, _, changed, _ in state), default=0)


def _stated(root: Path) -> Iterator[tuple[str, int, int, int]]:
    for folder, _, names in os.walk(root):
        for name in names:
            try:
                stat = Path(folder, name).lstat()
            except FileNotFoundError:
                continue
            yield str(Path(folder, name)), stat.st_ino, stat.st_ctime_ns, stat.st_size


def _at_home(problem: Problem, copy: Path) -> Problem:
    return replace(problem, file=settings.CONTENT_DIR / problem.file.relative_to(copy))


def _discard(owner: int) -> None:
    """Runs in workers too, which must leave the copies to the process that made them."""
    if os.getpid() == owner:
        for folder in _copies:
            shutil.rmtree(folder, ignore_errors=True)


atexit.register(_discard, os.getpid())
