"""A printed line -> its shape: what two runs of the same program print alike, and a failure prints differently."""

from __future__ import annotations

import re

from kb.catalogue.drafting.punching import STATUS, punched
from kb.reading.text.lines import without_prefix

_STATUS = re.compile(STATUS.encode())
DIGITS = bytes.maketrans(b"123456789", b"000000000")
# The digits of an exit code or a signal stay: as signs that no clean text has.
KEPT = bytes.maketrans(b"0123456789", bytes(range(0x10, 0x1A)))
RUN_OF_DIGITS = re.compile(rb"0(?:x[0a-f]+|0+)")
TOLD_OR_NUMBER = re.compile(rf"({STATUS})|0x[0-9a-f]+|\d+", re.IGNORECASE)
# Numbers are numbers, whole or not, and so is a list of them.
NUMBER = re.compile(r"<(?:int|num)>")
NUMBERS = re.compile(r"#(?:[\s,]+#)+")
# At least two letters, or a sign of Chinese: a ruler says nothing.
SAYS_SOMETHING = re.compile(r"[^\W\d_].*[^\W\d_]|[\u4e00-\u9fff]")
# Of a longer line the rest is not compared.
LONGEST = 400
# Shapes are worked out for so many wordings of one comparison, 3 s of work; after that a wording is its own shape.
MOST_WORDINGS = 50_000


def worded(text: bytes) -> bytes:
    """Text of whole lines in small letters, all numbers alike but exit codes and signals; no line break is lost.

    For most lines that is as good as a shape, and many times quicker.
    """
    small = _STATUS.sub(lambda told: told[0].translate(KEPT), text.lower())
    return RUN_OF_DIGITS.sub(b"0", small.translate(DIGITS))


class Shapes:
    """The shape of each wording, worked out once; the runs that are compared share it."""

    def __init__(self) -> None:
        self._of: dict[bytes, str] = {}

    def of(self, wording: bytes, line: bytes) -> str:
        """The shape of a line, whose wording is this; empty where it says nothing."""
        wording = wording[:LONGEST]
        if (known := self._of.get(wording)) is not None:
            return known
        if len(self._of) >= MOST_WORDINGS:
            return wording.decode("utf-8", errors="replace").strip()
        self._of[wording] = shape = shape_of(line[:LONGEST].decode("utf-8", errors="ignore"))
        return shape


def shape_of(line: str) -> str:
    """One line, its prefix too, without what differs from run to run."""
    bare = without_prefix(line)
    if not SAYS_SOMETHING.search(bare):
        return ""
    return NUMBERS.sub("#", TOLD_OR_NUMBER.sub(r"\1#", NUMBER.sub("#", punched(bare))))
