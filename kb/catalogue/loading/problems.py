"""What is wrong with a content file, where, and how to fix it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One defect of one content file; `line` counts from 1, `message` says how to fix it."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class Unreadable(Exception):
    """A content file, or the YAML in it, is not read any further; `line` counts from 1."""

    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.line = line


class BrokenContent(Exception):
    """Raised where broken content must stop the program (a production start)."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        listing = "\n".join(map(str, problems))
        super().__init__(f"content/ has {len(problems)} problem(s); nothing is served until they are fixed:\n{listing}")
