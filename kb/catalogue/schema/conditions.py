"""`shm_bytes < 1 GiB` -> a comparison that can be asked whether it holds; the only reader of such text."""

from __future__ import annotations

import difflib
import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kb.catalogue.schema.facts import BY_NAME, FactKind, Unit

# So a condition stands among the lines of a signature's `together` and `absent`, and in what matching found.
MARK = "fact: "
CONDITION = re.compile(r"(?P<name>\w+)\s*(?P<sign><=|>=|!=|<|>|=)\s*(?P<value>\S.*)")
COMPARE: dict[str, Callable] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
BYTES = {"B": 1} | {f"{letter}iB": 1024**n for n, letter in enumerate("KMGT", 1)}
BYTES |= {f"{letter}B": 1000**n for n, letter in enumerate("KMGT", 1)}
NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,6})?")
WITH_UNIT = re.compile(r"(?P<number>\d{1,15}(?:\.\d{1,6})?) ?(?P<unit>[A-Za-z]{1,3})")
VERSION = re.compile(r"\d{1,5}(?:\.\d{1,5}){0,3}")
UNLIMITED = "unlimited"
WANTED: dict[Unit, str] = {
    "bytes": f"a number with a unit ({', '.join(BYTES)}) or '{UNLIMITED}'",
    "share": "a percentage such as 95%",
    "count": f"a whole number or '{UNLIMITED}'",
    "version": "a version such as 535.54",
    "word": "a word",
}
Value = float | str | tuple[int, ...]


class NoCondition(ValueError):
    """The text is no condition; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact, a sign and what it is compared with; `text` as it was written."""

    text: str
    kind: FactKind
    sign: str
    value: Value

    def holds(self, value: float | str) -> bool:
        """Whether it holds for a fact's value; a version that is none compares with nothing."""
        found = _version(str(value)) if self.kind.unit == "version" else value
        return found is not None and bool(COMPARE[self.sign](found, self.value))


@lru_cache(maxsize=4096)
def parse(text: str) -> Condition:
    """The condition that a text says. Raises NoCondition."""
    told = CONDITION.fullmatch(text.strip())
    if not told:
        raise NoCondition(f"{text!r} is no comparison: write a fact, one of {' '.join(COMPARE)}, and a value")
    name, sign, value = told["name"], told["sign"], told["value"].strip()
    kind = BY_NAME.get(name)
    if kind is None:
        close = difflib.get_close_matches(name, BY_NAME, n=1)
        raise NoCondition(f"no fact is called {name!r}" + (f": did you mean {close[0]!r}?" if close else ""))
    read = _read(kind, value)
    if read is None:
        raise NoCondition(f"{value!r} cannot be compared with {name}: it needs {WANTED[kind.unit]}")
    if sign not in ("=", "!=") and (kind.unit == "word" or read == math.inf):
        raise NoCondition(f"{name} {sign} {value} says nothing: use = or !=")
    _sensible(kind, sign, read, value)
    return Condition(text.strip(), kind, sign, read)


def overlap(one: str, another: str) -> bool:
    """Whether both comparisons can hold of one value; what cannot be read overlaps with nothing."""
    try:
        first, second = parse(one), parse(another)
    except NoCondition:
        return False
    if first.kind is not second.kind:
        return False
    tried = {value for condition in (first, second) for value in _around(condition)}
    return any(first.holds(value) and second.holds(value) for value in tried)


def _around(condition: Condition) -> tuple[float | str, ...]:
    """Values at which the comparison may change, and of words one that nothing names."""
    value = condition.value
    if condition.kind.unit == "word":
        return (str(value), *(condition.kind.words or ("something else",)))
    if isinstance(value, tuple):
        return tuple(
            ".".join(map(str, (*value[:-1], value[-1] + step))) for step in (-1, 0, 1) if value[-1] + step >= 0
        )
    if condition.kind.unit == "count":
        return (value - 1, value, value + 1)
    return (math.nextafter(value, -math.inf), value, math.nextafter(value, math.inf))


def _read(kind: FactKind, text: str) -> Value | None:
    if kind.unit in ("bytes", "count") and text == UNLIMITED:
        return math.inf
    if kind.unit == "bytes":
        told = WITH_UNIT.fullmatch(text)
        return float(told["number"]) * BYTES[told["unit"]] if told and told["unit"] in BYTES else None
    if kind.unit == "share":
        number = text.removesuffix("%").strip()
        return float(number) / 100 if text.endswith("%") and NUMBER.fullmatch(number) else None
    if kind.unit == "version":
        return _version(text)
    if kind.unit == "count":
        return float(text) if text.isdecimal() and len(text) <= 15 else None
    return text if re.fullmatch(r"\S{1,80}", text) else None


def _sensible(kind: FactKind, sign: str, value: Value, text: str) -> None:
    """Refuses what is always so or never."""
    if kind.unit == "word" and kind.words and value not in kind.words:
        raise NoCondition(f"{kind.name} is never {text!r}: it is one of {', '.join(kind.words)}")
    if kind.unit == "share" and not 0 <= float(value) <= 1:
        raise NoCondition(f"{kind.name} lies between 0% and 100%, not at {text}")
    if (sign == "<" and value == 0) or (sign == ">=" and value == 0):
        raise NoCondition(f"{kind.name} {sign} {text} is {'never' if sign == '<' else 'always'} so")


def _version(text: str) -> tuple[int, ...] | None:
    if not VERSION.fullmatch(text):
        return None
    numbers = [int(part) for part in text.split(".")]
    return (*numbers, *[0] * (4 - len(numbers)))


def shown(kind: FactKind, value: float | str) -> str:
    """A fact's value for people: 64 MiB, 97%, unlimited, 535.54."""
    if value == math.inf:
        return UNLIMITED
    if kind.unit == "share":
        return f"{float(value):.0%}"
    if kind.unit == "bytes":
        name, size = next(((n, s) for n, s in _LARGEST_FIRST if float(value) >= s), ("B", 1))
        return (
            f"{float(value) / size:.3g} {name}" if float(value) / size < 1000 else f"{float(value) / size:.0f} {name}"
        )
    return f"{value:.0f}" if isinstance(value, float) else str(value)


_LARGEST_FIRST = sorted(((n, s) for n, s in BYTES.items() if "i" in n), key=lambda unit: -unit[1])
