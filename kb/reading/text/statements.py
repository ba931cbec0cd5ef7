"""Lines -> what a person says in them, sentence by sentence, joined where the text was wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.reading.text.lines import is_told

# Where one thing that was said ends and another begins; a point within a number or a name is none.
BETWEEN = re.compile(r"(?<=[。！？；!?;])|(?<=\.)(?:\s+|$)")
# Stands for such a place within a statement: <any> does not reach across it.
BREAK = "\n"
# What programs put in front of their words, or between them; people do so where they quote, and that is left out too.
PRINTED = re.compile(
    r"^\s*[\[({<*=|+~$#]|^\s*(?:\d{1,6}:|[IWEF]?\d{4}[-\s/]|\d\d:\d\d|[\w.-]{1,40}:\d)"
    r"|^\s*(?:\w+ )?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|CRITICAL)\b|^\s*(?:[\w.-]{1,60}: ){2}"
    r"|^\s*(?:File \"|at [\w.]+\()|^\s+\w{1,20} {1,12}: "
    r"|Traceback|\w(?:Error|Exception|Warning)\b: |\.(?:py|cpp|cc|cu|go)[:\"]|::|NCCL (?:INFO|WARN)|exitcode: "
)
# A line that ends before its sentence does: an editor wrapped it, or the next one cannot begin anything.
WRAPPED = 50
GOES_ON = re.compile(r"\s*[,，、；;。.)）]|\s*[a-z]")
BEGINS_ANEW = re.compile(r"\s*(?:[-*•>]\s|\d{1,2}[.)、]\s?|#{1,6}\s|```)|\s*$")
# One spelling of what people write in several ways; of a variable, one way to set it.
SPELLINGS = (
    (re.compile(r"n't\b|(?<=\bdo)nt\b|(?<=\bdoes)nt\b|(?<=\bdid)nt\b|(?<=\bca)nt\b"), "not"),
    (re.compile(r"(?<=[a-z])-(?=[a-z])|'"), ""),
    (re.compile(r"\b(\w{1,40}_\w{1,40})\s{0,3}(?:=|:|to\b|设置为|设置成|设为|设成|改为|改成|为)\s{0,3}(?=\d)"), r"\1="),
)
QUOTES = str.maketrans("，：’（）％", ",:'()%", '`*"“”「」')


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line (from 1), as it is compared."""

    number: int
    line: str
    text: str


@dataclass(frozen=True)
class Statement:
    """What one person says in lines that belong together."""

    pieces: tuple[Piece, ...]

    @cached_property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    def line_at(self, place: int) -> tuple[int, str]:
        """The line in which this place of the text stands."""
        for piece in self.pieces:
            if place < len(piece.text):
                return piece.number, piece.line
            place -= len(piece.text)
        return self.pieces[-1].number, self.pieces[-1].line


def said(text: str) -> str:
    """As sentences are compared: small letters, no spaces or quotes, one spelling of "not" and of settings."""
    low = text.lower().translate(QUOTES)
    for spelling, usual in SPELLINGS:
        low = spelling.sub(usual, low)
    joined = BREAK.join("".join(part.split()) for part in BETWEEN.split(low))
    return re.sub(rf"{BREAK}+", BREAK, joined)


def statements_in(lines: Sequence[str]) -> Iterator[Statement]:
    """What people say, in order; what a program printed is nobody's statement."""
    pieces: list[Piece] = []
    before = ""
    for number, line in enumerate(lines, 1):
        if pieces and not _goes_on(before, line):
            yield Statement(tuple(pieces))
            pieces = []
        if is_a_persons(line):
            pieces.append(Piece(number, line, said(line)))
        before = line
    if pieces:
        yield Statement(tuple(pieces))


def is_a_persons(line: str) -> bool:
    return bool(line.strip()) and (is_told(line) or not PRINTED.search(line))


def _goes_on(before: str, line: str) -> bool:
    """Whether a line is the rest of what the one before it says."""
    if BEGINS_ANEW.match(line) or not (is_a_persons(before) and is_a_persons(line)):
        return False
    return bool(GOES_ON.match(line)) or len(before) >= WRAPPED
