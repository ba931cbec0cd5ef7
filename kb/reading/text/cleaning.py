"""Text as pasted -> text as printed, with every line where it was.

No step adds or removes a line feed, so line N of the clean text is line N of the paste. Breaks that the paste lost or
hid (a carriage return, a JSON-escaped \\n) become SOFT, which ends a printed line without counting as a pasted one.
Every step first asks whether its mark is there at all: a plain log passes through untouched, and none loops over lines.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from urllib.parse import unquote

SOFT = "\x0b"

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)|[@-Z\\-_])|\^\[\[[0-9;]{0,12}m")
# An escape in JSON or in Python's repr: \n, \\n, \r\n, \t, \" and \u001b[31m.
ESCAPED_COLOR = re.compile(r"\\{1,4}(?:u001b|x1b|033|e)\[[0-9;]{0,12}m", re.IGNORECASE)
ESCAPED_BREAK = re.compile(r"\\{1,4}(?:r\\{1,4})?n(?![a-z]{2,}[\\/])")
ESCAPED_QUOTE = re.compile(r"\\{1,4}([\"'])")
ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|nbsp|#\d{2,5}|#x[0-9a-f]{2,4});", re.IGNORECASE)
ESCAPED_LINE_FEED = re.compile("%0a", re.IGNORECASE)
BOX = re.compile("[\u2500-\u257f\u2580-\u259f\u276e-\u2771]")
QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "`": "'", "´": "'", "\xa0": " ", "\u200b": None})
FANCY = re.compile("[‘’“”´\xa0\u200b]")
# UTF-8 read as Latin-1 or Windows-1252: a lead byte's letter followed by a continuation byte's sign.
MOJIBAKE_LINE = re.compile(
    "^.*[\xc2-\xf4][\x80-\xbf\u0152-\u0178\u2013-\u203a\u20ac\u2122\u02c6\u02dc\u0192].*$", re.MULTILINE
)
LONGEST_MOJIBAKE_LINE = 20_000
MOST_MOJIBAKE_LINES = 2_000
# Without one of these, plain ASCII is clean as it stands.
MARKS = (b"\r", b"\x1b", b"^", b"\\", b"&", b"%20")


class Cleaner:
    """Cleans one log piece by piece; mending mojibake is slow, so a log has a budget of lines for it."""

    def __init__(self) -> None:
        self._mojibake_lines = MOST_MOJIBAKE_LINES

    def clean_bytes(self, piece: bytes) -> bytes:
        """UTF-8 in, UTF-8 out."""
        if piece.isascii() and not any(mark[:1] in piece and mark in piece for mark in MARKS):
            return piece
        return self.clean(piece.decode("utf-8")).encode("utf-8", errors="replace")

    def clean(self, text: str) -> str:
        if "%20" in text:
            text = unquote(ESCAPED_LINE_FEED.sub(SOFT, text))  # an address bar's spelling
        if "\r" in text:
            text = text.replace("\r", SOFT)
        if "\x1b" in text or "^[[" in text:
            text = ANSI.sub("", text)
        if "\\" in text:
            text = unescape(text)
        if "&" in text:
            text = ENTITY.sub(lambda match: html.unescape(match[0]).replace("\n", SOFT), text)
        return text if text.isascii() else self._clean_foreign(text)

    def _clean_foreign(self, text: str) -> str:
        if self._mojibake_lines > 0:
            text, mended = MOJIBAKE_LINE.subn(_mend, text, count=self._mojibake_lines)
            self._mojibake_lines -= mended
        text = BOX.sub(" ", text)
        return FANCY.sub(lambda match: match[0].translate(QUOTES), text)


def clean(text: str) -> str:
    """Pasted text (\\n line ends) -> the same lines as the program printed them."""
    return Cleaner().clean(text)


def unescape(text: str) -> str:
    """Undoes the escapes of JSON and repr() that hide a log inside a log."""
    text = ESCAPED_COLOR.sub("", text)
    text = ESCAPED_BREAK.sub(SOFT, text)
    return ESCAPED_QUOTE.sub(r"\1", text)


def _mend(match: re.Match) -> str:
    line = match[0]
    return _mend_line(line) if len(line) <= LONGEST_MOJIBAKE_LINE else line


@lru_cache(maxsize=4096)
def _mend_line(line: str) -> str:
    import ftfy  # here, so that the runner, which has only PyYAML, can clean logs without it

    mended = ftfy.fix_encoding(line)
    return mended if "\n" not in mended else line
