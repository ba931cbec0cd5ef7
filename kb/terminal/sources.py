"""The logs that a command was given: opened, named as an answer names them, and shown while they are read."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from kb.masking import clean_name
from kb.terminal.usage import BadUsage

# A log of this many bytes is read before a bar could be seen.
TOO_SMALL_FOR_A_BAR = 50_000_000
# A file's name and the open file.
Source = tuple[str, BinaryIO]


def open_log(name: str, opened: ExitStack) -> Source:
    if name == "-":
        return "(standard input)", sys.stdin.buffer
    try:
        return Path(name).name, opened.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise BadUsage(f"cannot read {clean_name(name)}: {error.strerror}") from error


def named(sources: list[Source]) -> list[Source]:
    """A single log needs no name beside its line numbers."""
    return sources if len(sources) > 1 else [("", sources[0][1])]


def with_a_bar(sources: list[Source], opened: ExitStack) -> list[Source]:
    """The same logs, shown on a terminal while they are read; as they are where nobody looks, or where it is quick."""
    sizes = [_size(source) for _, source in sources]
    waits_for_keys = any(source.isatty() for _, source in sources)
    quick = None not in sizes and sum(sizes) < TOO_SMALL_FOR_A_BAR
    if quick or waits_for_keys or not sys.stderr.isatty():
        return sources
    # Only here: most calls show no bar, and all wait for what is imported.
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    bar = opened.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    tasks = [bar.add_task(name, total=size) for (name, _), size in zip(sources, sizes, strict=True)]
    return [(name, bar.wrap_file(source, task_id=task)) for (name, source), task in zip(sources, tasks, strict=True)]


def _size(source: BinaryIO) -> int | None:
    """Bytes of a file; None for a pipe."""
    status = os.fstat(source.fileno())
    return status.st_size if S_ISREG(status.st_mode) else None
