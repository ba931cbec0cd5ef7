"""A line of a log -> the traceback that it ends, and whether a library or the program itself raised it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<name>.+))?')
# An exception's message may run over several lines, and a frame shows its source and a row of carets.
MOST_LINES_BELOW_A_FRAME = 40
# Statements with which a program says something itself instead of a library.
OWN_WORDS = re.compile(r"(?:^|[:;]\s*)(?:raise|assert)\b|\bthrow\(|\b(?:sys\.)?exit\(|\bSystemExit\(|\b(?:exec|eval)\(")


@dataclass(frozen=True, slots=True)
class Raised:
    """The innermost frame of a traceback, with the source line that the traceback shows."""

    file: str
    line: int
    source: str


def innermost(log: list[str], at: int) -> Raised | None:
    """The frame nearest above line `at`, counted from 0; None where the line ends no traceback."""
    for n in range(at, max(-1, at - MOST_LINES_BELOW_A_FRAME), -1):
        if match := FRAME.search(log[n]):
            # A frame's own line and the exception are never the same.
            source = _without_prefix(log[n + 1], log[n], match.start()) if n < at else ""
            return Raised(match["file"], int(match["line"]), source) if n < at else None
        if n < at and "Traceback (most recent call last)" in log[n]:
            return None
    return None


def _without_prefix(source: str, frame: str, indent: int) -> str:
    """A launcher writes `[rank0]: ` before each line, the same before the frame and its source."""
    prefix = frame[:indent].rstrip()
    return source.removeprefix(prefix).strip() if prefix else source.strip()


def own_words(raised: Raised, folder: str) -> str:
    """Why a program, and not a library, said the message; empty where a library did."""
    if not _is_own(raised.file, folder):
        return ""
    if OWN_WORDS.search(raised.source):
        return f"the program raised it itself: {Path(raised.file).name}:{raised.line}: {raised.source[:120]}"
    return ""


def _is_own(file: str, folder: str) -> bool:
    """Below the run's own folder, or of no file at all, such as `<string>`."""
    return file.startswith("<string") or (bool(folder) and Path(file).is_relative_to(folder))


def is_library(file: str, folder: str) -> bool:
    """A file that exists, outside the run's own folder."""
    return file.startswith("/") and not _is_own(file, folder) and Path(file).is_file()
