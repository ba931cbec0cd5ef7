"""What lies in a content folder, looked at without following a link: strangers send these folders."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kb.catalogue.loading.problems import Problem, Unreadable

# Ten times the largest of today; a body of this size is still rendered in seconds (checks/limits.py).
LARGEST_FILE = 200_000
# runs.jsonl grows by a few kilobytes with every recorded run.
LARGEST_RECORD = 2_000_000
RECORD = "runs.jsonl"
MOST_FILES = 100
SAMPLES = "samples"


def is_regular(path: Path) -> bool:
    """Whether it is a file of its own: no link, folder, pipe or device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def read_text(path: Path, root: Path) -> str:
    """The text of one file below `root`. Raises Unreadable for what is no file of its own, too large, or not UTF-8."""
    for problem in (*_links_above(path, root), *_file_problems(path)):
        raise Unreadable(problem.line, problem.message)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 ({error.reason} at byte {error.start}): save the file as UTF-8"
        raise Unreadable(1, reason) from error
    except OSError as error:
        raise Unreadable(1, f"cannot be read ({error.strerror}): see its permissions") from error


def folder_problems(folder: Path, root: Path) -> list[Problem]:
    """What must keep everybody from reading on in an entry's folder: links, pipes, large files, too many files."""
    found = [*_links_above(folder, root), *_inside(folder)]
    if not found and (folder / SAMPLES).exists():
        found = list(_inside(folder / SAMPLES))
    return found


def _inside(folder: Path) -> Iterator[Problem]:
    if not folder.is_dir():
        yield Problem(folder, 1, f"{folder.name} must be a folder of *.log files")
        return
    with os.scandir(folder) as listing:
        paths = [Path(item.path) for item in islice(listing, MOST_FILES + 1)]
    if len(paths) > MOST_FILES:
        yield Problem(folder, 1, f"more than {MOST_FILES} files: keep what the entry needs")
    for path in sorted(paths[:MOST_FILES]):
        if path.is_symlink() or not path.is_dir() or path.suffix == ".log":
            yield from _file_problems(path)


def _links_above(path: Path, root: Path) -> Iterator[Problem]:
    """Links between the content folder, which may itself be one, and the path."""
    for above in (path, *path.parents):
        if above == root:
            return
        if above.is_symlink():
            yield _link(above)


def _file_problems(path: Path) -> Iterator[Problem]:
    most = LARGEST_RECORD if path.name == RECORD else LARGEST_FILE
    if path.is_symlink():
        yield _link(path)
    elif not path.exists():
        yield Problem(path, 1, "is missing: write it")
    elif not is_regular(path):
        yield Problem(path, 1, f"{path.name} must be an ordinary file: remove this folder, pipe or device")
    elif (size := path.lstat().st_size) > most:
        yield Problem(path, 1, f"{size:,} bytes, but at most {most:,} are read: cut it to what tells")


def _link(path: Path) -> Problem:
    return Problem(path, 1, f"{path.name} is a link, which is not followed: put the file itself here")
