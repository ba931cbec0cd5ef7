"""An exception -> whether the reader's own code is what is wrong, and nothing of the job around it."""

from __future__ import annotations

import re

from kb.reading.errors import ErrorLine

# What the interpreter itself raises where a program, or a name that it was given, is wrong: no driver or network does.
OF_A_PROGRAM = re.compile(
    r"(?:KeyError|IndexError|AttributeError|NameError|UnboundLocalError|TypeError|ZeroDivisionError"
    r"|RecursionError|AssertionError|StopIteration|ImportError|ModuleNotFoundError|FileNotFoundError|NotADirectoryError"
    r"|IsADirectoryError)(?::|$)"
)
RAISES = re.compile(r"(?:raise|assert)\b")
# An exception whose words name the job, its devices or its libraries may be a known failure nonetheless.
OF_THE_JOB = re.compile(
    r"parallel|cuda|nccl|gloo|\bgpu|device|rank|process.?group|distributed|hip\b|rocm|triton|\bport\b|world.?size|master_|slurm"
    r"|checkpoint|state_?dict|shard|module '(?:torch|deepspeed|accelerate|transformers|ray|vllm|megatron)",
    re.IGNORECASE,
)


def is_own(line: ErrorLine, stopped: bool = False) -> bool:
    """Whether the reader's own code raised it; of a rank that `stopped` the others, a library that it called may have.

    Words of the job, its devices or its libraries, or a file that is named after them, make it none, but where its own
    `raise` or `assert` stopped it: those words are its author's.
    """
    if line.own and stopped and line.own.raised and RAISES.match(line.own.code):
        return True
    if line.own is None or OF_THE_JOB.search(f"{line.own.file.rsplit('/', 1)[-1]} {error_in(line)}"):
        return False
    return stopped or (line.own.raised and (is_of_a_program(line) or RAISES.match(line.own.code) is not None))


def is_of_a_program(line: ErrorLine) -> bool:
    """Whether the interpreter raised it, about the program itself."""
    return OF_A_PROGRAM.match(error_in(line)) is not None


def error_in(line: ErrorLine) -> str:
    """The exception less what a launcher put in front of it; a data loader's worker sends its own along."""
    return line.own.said if line.own and line.own.said else line.bare
