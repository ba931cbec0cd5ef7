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
# What torch and the interpreter say of a value that the line itself handed over.
OF_A_VALUE = re.compile(
    r"RuntimeError: (?:shape '\[.{0,80}\]' is invalid for input|mat1 and mat2 shapes cannot|The size of tensor a \("
    r"|The expanded size of the tensor|stack expects each tensor to be equal size|view size is not compatible)"
    r"|ValueError: (?:invalid literal for|could not convert string|(?:not enough|too many) values to unpack)"
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
    """Whether it is about the program itself: the interpreter raised it, or a value was not fit for its own line."""
    error = error_in(line)
    return OF_A_PROGRAM.match(error) is not None or OF_A_VALUE.match(error) is not None


def error_in(line: ErrorLine) -> str:
    """The exception less what a launcher put in front of it; a data loader's worker sends its own along."""
    return line.own.said if line.own and line.own.said else line.bare
