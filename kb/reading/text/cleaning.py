"""Text as pasted -> text as printed, with every line where it was.

No step adds or removes a line feed, so line N of the clean text is line N of the paste. Breaks that the paste lost or
hid (a carriage return, a JSON-escaped \\n) become SOFT, which ends a printed line without counting as a pasted one.
Every step first asks whether its mark is there at all: a plain log passes through untouched, and none loops over lines.
"""

from __future__ import annotations

import html
import re
from urllib.parse import unquote_to_bytes

from kb.reading.fronts import json_lines

SOFT = "\x0b"

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)|[@-Z\\-_])|\^\[\[[0-9;]{0,12}m")
# An escape in JSON or in Python's repr: \n, \\n, \r\n, \t, \" and \u001b[31m; `re` finds its first backslash fast.
ESCAPED_COLOR = re.compile(r"\\\\{0,3}(?:u001b|x1b|033|e)\[[0-9;]{0,12}m", re.IGNORECASE)
# torch\nn\modules is a path of Windows; \nabort\n is a line.
ESCAPED_BREAK = re.compile(r"\\\\{0,3}(?:r\\{1,4})?n(?![a-z]{2,}/|[a-z]\w*\\{1,4}(?!\\|n|r\\|[\"'u]))")
# Chinese as JSON spells it, and other letters beyond ASCII; half a pair of surrogates is no letter.
ESCAPED_LETTER = re.compile(r"(\\{1,4}u(?!00[0-9]|d[89a-f])[0-9a-f]{4})", re.IGNORECASE)
ESCAPED_QUOTE = re.compile(r"\\\\{0,3}(?=[\"'])")
ENTITY = re.compile(r"(&(?:lt|gt|amp|quot|apos|nbsp|#\d{2,5}|#x[0-9a-f]{2,4});)", re.IGNORECASE)
# So many different ones in a piece are a book's; a log has a handful.
MOST_ENTITIES = 500
ESCAPED_LINE_FEED = re.compile("%0a", re.IGNORECASE)
QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "`": "'", "´": "'", "\xa0": " ", "\u200b": None})
DECORATION = re.compile("[\u2500-\u259f\u276e-\u2771‘’“”´\xa0\u200b]+")
# Boxes are drawn around a log, never by it.
PLAIN = QUOTES | dict.fromkeys([*range(0x2500, 0x25A0), *range(0x276E, 0x2772)], " ") | {ord("`"): "`"}
# UTF-8 read as Latin-1 or Windows-1252: a lead byte's letter followed by a continuation byte's sign.
MOJIBAKE = re.compile("[\xc2-\xf4][\x80-\xbf\u0152-\u0178\u2013-\u203a\u20ac\u2122\u02c6\u02dc\u0192]")
MOJIBAKE_LINE = re.compile(f"^.*{MOJIBAKE.pattern}.*$", re.MULTILINE)
LONGEST_MOJIBAKE_LINE = 20_000
# What fixing mojibake may cost a log: lines that are looked at, and characters of those that need ftfy.
MOST_MOJIBAKE_LINES = 2_000
MOST_MOJIBAKE_CHARACTERS = 40_000
# Without one of these, plain ASCII is clean as it stands.
MARKS = (b"\r", b"\x1b", b"^", b"\\", b"&", b"%20", json_lines.MARK.encode())


class Cleaner:
    """Cleans one log piece by piece; fixing mojibake is slow, so a log has a budget for it."""

    def __init__(self) -> None:
        self._mojibake_lines = MOST_MOJIBAKE_LINES
        self._mojibake_characters = MOST_MOJIBAKE_CHARACTERS
        self._fixed: dict[str, str] = {}

    def clean_bytes(self, piece: bytes) -> bytes:
        """UTF-8 in, UTF-8 out."""
        if piece.isascii() and not any(mark[:1] in piece and mark in piece for mark in MARKS):
            return piece
        return self.clean(piece.decode("utf-8")).encode("utf-8", errors="replace")

    def clean(self, text: str) -> str:
        if json_lines.MARK in text:
            text = json_lines.printed(text, SOFT)
        if "%20" in text:
            text = _unquoted(text)
        if "\r" in text:
            text = text.replace("\r", SOFT)
        if "\x1b" in text or "^[[" in text:
            text = ANSI.sub("", text)
        if "\\" in text:
            text = unescape(text)
        if "&" in text:
            text = _without_entities(text)
        return text if text.isascii() else self._clean_foreign(text)

    def _clean_foreign(self, text: str) -> str:
        if self._mojibake_lines > 0 and MOJIBAKE.search(text):
            text = _undone(text) or self._fix_lines(text)
        # Run by run: str.translate asks for every letter, and most are plain.
        return DECORATION.sub(lambda run: run[0].translate(PLAIN), text)

    def _fix_lines(self, text: str) -> str:
        text, looked_at = MOJIBAKE_LINE.subn(lambda match: self._fix(match[0]), text, count=self._mojibake_lines)
        self._mojibake_lines -= looked_at
        return text

    def _fix(self, line: str) -> str:
        if len(line) > LONGEST_MOJIBAKE_LINE:
            return line
        if line not in self._fixed:
            self._fixed[line] = _undone(line) or self._fix_slowly(line)
        return self._fixed[line]

    def _fix_slowly(self, line: str) -> str:
        """Where signs were lost on the way, ftfy knows what they may have been."""
        self._mojibake_characters -= len(line)
        if self._mojibake_characters < 0:
            return line
        import ftfy  # here, so that the runner, which has only PyYAML, can clean logs without it

        fixed = ftfy.fix_encoding(line)
        return fixed if "\n" not in fixed else line


def clean(text: str) -> str:
    """Pasted text (\\n line ends) -> the same lines as the program printed them."""
    return Cleaner().clean(text)


def unescape(text: str) -> str:
    """Undoes the escapes of JSON and repr() that hide a log inside a log."""
    text = ESCAPED_COLOR.sub("", text)
    text = ESCAPED_BREAK.sub(SOFT, text)
    if "\\u" in text:
        text = _with_letters(text)
    return ESCAPED_QUOTE.sub("", text)


def _with_letters(text: str) -> str:
    """Each different escape is looked up once."""
    pieces = ESCAPED_LETTER.split(text)
    known = {escape: chr(int(escape[-4:], 16)) for escape in dict.fromkeys(pieces[1::2])}
    pieces[1::2] = map(known.__getitem__, pieces[1::2])
    return "".join(pieces)


def _unquoted(text: str) -> str:
    """An address bar's spelling undone; as bytes, because unquote() is slow where some letters are not ASCII."""
    plain = ESCAPED_LINE_FEED.sub(SOFT, text).encode("utf-8", errors="replace")
    return unquote_to_bytes(plain).decode("utf-8", errors="replace")


def _without_entities(text: str) -> str:
    """HTML's spellings undone; each different one is looked up once."""
    pieces = ENTITY.split(text)
    known = dict.fromkeys(pieces[1::2])
    for entity in list(known)[:MOST_ENTITIES]:
        known[entity] = html.unescape(entity).replace("\n", SOFT)
    pieces[1::2] = [known[entity] or entity for entity in pieces[1::2]]
    return "".join(pieces)


def _undone(text: str) -> str:
    """Text whose UTF-8 was read as Windows-1252 as a whole, read rightly; empty where that is not what happened."""
    import ftfy.bad_codecs  # noqa: F401  (knows Windows-1252 as it is really used; see _fix_slowly)

    try:
        fixed = text.encode("sloppy-windows-1252").decode("utf-8")
    except UnicodeError:
        return ""
    return fixed if fixed.count("\n") == text.count("\n") else ""
