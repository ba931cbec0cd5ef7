"""One stack, whichever tool printed it."""

from __future__ import annotations

from dataclasses import dataclass

# The tools that show C++ below Python.
NATIVE = ("gdb", "lldb", "kernel")
# What a process says of itself when a signal ends it: it stood where it failed, and waited for nobody.
CRASHED = "crash"
# Of one that somebody ended by Ctrl-C, its own traceback.
INTERRUPTED = "traceback"


@dataclass(frozen=True, slots=True)
class Frame:
    """`file` is a path as printed, or a library's name for a native frame; `line` 0 where there is none."""

    function: str
    file: str = ""
    line: int = 0

    @property
    def path(self) -> str:
        """The file with / between its folders, as Windows has not."""
        return self.file.replace("\\", "/")

    @property
    def is_python(self) -> bool:
        return self.file.endswith((".py", ".pyx", ">")) or (self.line > 0 and "." not in self.file)


@dataclass(frozen=True, slots=True)
class Stack:
    """A thread's frames, innermost first. `process` is its id, `thread` what its tool calls it, `source` that tool;
    `rank` only where the stack's own text names it. `ended` says how the process ended, where it did.
    """

    frames: tuple[Frame, ...]
    source: str
    process: str = ""
    rank: str = ""
    thread: str = ""
    ended: str = ""
