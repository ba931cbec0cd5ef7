"""A C++ name as compilers mangle it -> its names with colons between, without arguments; glibc prints no other."""

from __future__ import annotations

import re

NESTED = re.compile(r"_ZNK?(?P<names>\d.{0,2000})")
SIMPLE = re.compile(r"_Z(?P<names>\d.{0,2000})")
LENGTH = re.compile(r"\d{1,3}")
# What a namespace without a name is called.
ANONYMOUS = "_GLOBAL__N_"
MOST_NAMES = 20


def plain(symbol: str) -> str:
    """c10d::ProcessGroupNCCL::allreduce for _ZN4c10d16ProcessGroupNCCL9allreduceE…; what is no such name stays."""
    nested = NESTED.match(symbol)
    told = nested or SIMPLE.match(symbol)
    names = _names(told["names"], MOST_NAMES if nested else 1) if told else []
    return "::".join(name for name in names if not name.startswith(ANONYMOUS)) or symbol


def _names(text: str, most: int) -> list[str]:
    """Each name has its length in front of it."""
    names: list[str] = []
    at = 0
    while len(names) < most and (length := LENGTH.match(text, at)):
        at = length.end() + int(length[0])
        names.append(text[length.end() : at])
    return names
