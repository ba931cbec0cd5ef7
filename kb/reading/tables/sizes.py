"""Sizes and limits as tools print them -> numbers."""

from __future__ import annotations

import math
import re

KIB = 1024
POWERS = {letter: power for power, letter in enumerate("BKMGTPE")}
SIZE = re.compile(r"(?P<number>\d{1,19}(?:[.,]\d{1,6})?)\s?(?P<prefix>[KMGTPE]?)(?P<rest>i?B?)", re.IGNORECASE)


def in_bytes(text: str, unit: int = 1) -> int | None:
    """'64M', '1.8T', '966MiB', '65536' -> bytes; prefixes are powers of 1024, a bare number counts `unit` bytes."""
    told = SIZE.fullmatch(text.strip())
    if not told:
        return None
    number = float(told["number"].replace(",", "."))
    prefix = told["prefix"].upper()
    factor = KIB ** POWERS[prefix] if prefix else 1 if told["rest"] else unit
    return int(number * factor)


def share(text: str) -> float | None:
    """'87%' -> 0.87; None for '-' and 'N/A'."""
    number = text.strip().removesuffix("%").strip()
    return int(number) / 100 if number.isdecimal() and len(number) <= 4 else None


def limit(text: str, unit: int = 1) -> float | None:
    """'1024', 'unlimited' -> so many times `unit`, or infinity."""
    if text in ("unlimited", "infinity", "max"):
        return math.inf
    return int(text) * unit if text.isdecimal() and len(text) <= 20 else None


def whole(text: str) -> int | None:
    """A whole number, None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= 20 else None
