"""One line of a signature in a log, found in time that grows with the log alone; standard library only.

The runner has no Hyperscan. Python's own `re` tries every way of sharing a text among several holes, which a hostile
log makes endless. Here the positions that can be reached are kept as the bits of one number, a step a piece.
"""

from __future__ import annotations

from kb.catalogue.schema.holes import Hole
from kb.matching.patterns import LONGEST_HOLE, Line
from kb.reading.text.compact import squeeze

# Each is (characters, fewest, most), or a list of such steps that may be left out as a whole; see catalogue/holes.py.
DIGITS, SIGN = b"0123456789", b"+-"
NOT_NEWLINE = bytes(n for n in range(256) if n != ord("\n"))
INT = [(SIGN, 0, 1), (DIGITS, 1, 20)]
STEPS = {
    "int": INT,
    "num": [*INT, [(b".", 1, 1), (DIGITS, 1, 20)], [(b"e", 1, 1), (SIGN, 0, 1), (DIGITS, 1, 4)]],
    "hex": [[(b"0", 1, 1), (b"x", 1, 1)], (b"0123456789abcdef", 1, 32)],
    "word": [(b"0123456789abcdefghijklmnopqrstuvwxyz.:/+-", 1, 80)],
    "path": [(NOT_NEWLINE, 1, LONGEST_HOLE)],
    "any": [(NOT_NEWLINE, 0, LONGEST_HOLE)],
}
# A log that repeats a line more often than this proves nothing more by it.
MOST_PLACES = 2000


def ends(line: Line, low: bytes) -> list[int]:
    """Offsets at which a match of the line ends in lower-cased compact text, ascending, the first of them."""
    if not all(literal in low for literal in line.literals):
        return []
    found: list[int] = []
    for start, end in _windows(line, low):
        found += [start + offset for offset in _ends_in(line.pieces, low[start:end])]
    return found[:MOST_PLACES]


def _windows(line: Line, low: bytes) -> list[tuple[int, int]]:
    """Stretches around the places of the longest literal, which every match contains; those that touch are one."""
    anchor = max(line.literals, key=len)
    windows: list[tuple[int, int]] = []
    at = low.find(anchor)
    for _ in range(MOST_PLACES):
        if at < 0:
            break
        start, end = max(0, at - line.reach), min(len(low), at + line.reach)
        if windows and start <= windows[-1][1]:
            start = windows.pop()[0]
        windows.append((start, end))
        at = low.find(anchor, at + 1)
    return windows


def _ends_in(pieces: list[str | Hole], text: bytes) -> list[int]:
    reached = (1 << len(text)) - 1
    for piece in pieces:
        steps = STEPS[piece.type] if isinstance(piece, Hole) else [(bytes([b]), 1, 1) for b in squeeze(piece).lower()]
        reached = _walk(steps, reached, text)
        if not reached:
            return []
    return [n for n, bit in enumerate(reversed(f"{reached:b}")) if bit == "1"][:MOST_PLACES]


def _walk(steps: list, reached: int, text: bytes) -> int:
    """Bit n of `reached`: a match can stand at offset n, before the steps and after them."""
    for step in steps:
        if isinstance(step, list):
            reached |= _walk(step, reached, text)
            continue
        characters, fewest, most = step
        allowed = _places(characters, text)
        for _ in range(fewest):
            reached = (reached & allowed) << 1
        further = reached
        for _ in range(most - fewest):
            further = (further & allowed) << 1
            if not further:
                break
            reached |= further
    return reached


def _places(characters: bytes, text: bytes) -> int:
    """A number whose bit n says whether the byte at n is one of these."""
    marks = bytes(ord("1") if n in characters else ord("0") for n in range(256))
    return int(text.translate(marks)[::-1] or b"0", 2)
