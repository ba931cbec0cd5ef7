"""Bytes or text as people send them -> UTF-8 in pieces of whole lines, or a notice that says what to send instead."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO

from kb.language import gettext, marked

# A log as text, as bytes, or as an open file that may be larger than the memory.
Content = str | bytes | BinaryIO

# Small enough for a processor's second-level cache, large enough that Python's share of the work does not show.
BLOCK = 256 * 1024
# A line without an end is cut here.
LONGEST_PIECE = 4 * BLOCK
BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MAGIC = {
    b"\x89PNG": (marked("a PNG image"), marked("paste the text of the log; a picture of it cannot be searched")),
    b"\xff\xd8\xff": (marked("a JPEG image"), marked("paste the text of the log; a picture of it cannot be searched")),
    b"GIF8": (marked("a GIF image"), marked("paste the text of the log; a picture of it cannot be searched")),
    b"RIFF": (marked("a picture or sound"), marked("paste the text of the log")),
    b"%PDF": (marked("a PDF"), marked("copy the log's text out of it and paste that")),
    b"\x1f\x8b": (marked("gzip-compressed"), marked("decompress it first: gunzip FILE")),
    b"\x28\xb5\x2f\xfd": (marked("zstd-compressed"), marked("decompress it first: zstd -d FILE")),
    b"BZh": (marked("bzip2-compressed"), marked("decompress it first: bunzip2 FILE")),
    b"\xfd7zXZ": (marked("xz-compressed"), marked("decompress it first: unxz FILE")),
    b"PK\x03\x04": (
        marked("a zip archive (checkpoints are zip archives too)"),
        marked("unpack it and send the log inside"),
    ),
    b"\x7fELF": (marked("a program"), marked("send the log that it printed")),
}
SAMPLE = 65536
MOST_CONTROL_CHARACTERS = 0.10
MOST_UNREADABLE_CHARACTERS = 0.30
CONTROL = bytes([*range(7), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
ADDRESS = re.compile(r"\s*<?(?:https?|ftp|file|s3)://\S+>?\s*", re.IGNORECASE)


class Unreadable(Exception):
    """What was sent is no log; the message is for whoever sent it and says what to do."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text` with lines ended by \\n, or a `notice` for the person who sent it."""

    text: str = ""
    notice: str = ""


def decode(content: Content) -> Decoded:
    """A whole log at once. Never raises: what cannot be read becomes a notice."""
    try:
        return Decoded(b"".join(decoded(content)).decode("utf-8", errors="replace"))
    except Unreadable as reason:
        return Decoded(notice=str(reason))


def decoded(content: Content) -> Iterator[bytes]:
    """UTF-8 in pieces that end with a line (unless it is a huge one), \\n line ends, no NUL. Raises Unreadable."""
    source = _opened(content)
    blocks = iter(lambda: source.read(BLOCK), b"")
    head = next(blocks, b"")
    for magic, (what, advice) in MAGIC.items():
        if head.startswith(magic) and not isinstance(content, str):
            told = gettext("This is {what}, not a log: {advice}.")
            raise Unreadable(told.format(what=gettext(what), advice=gettext(advice)))
    utf8 = _transcoded(chain([head], blocks), _encoding(head))
    first = next(utf8, b"").removeprefix(codecs.BOM_UTF8)
    _refuse_what_is_no_log(_plain(first if len(head) < BLOCK else first[: first.rfind(b"\n") + 1] or first))
    yield from map(_plain, _whole_lines(chain([first], utf8)))


def _opened(content: Content) -> BinaryIO:
    if isinstance(content, str):
        return io.BytesIO(content.encode("utf-8", errors="replace"))
    return io.BytesIO(content) if isinstance(content, bytes) else content


def _encoding(head: bytes) -> str:
    """The name of the encoding where it is not UTF-8; else empty."""
    return next((encoding for bom, encoding in BOMS if head.startswith(bom)), "") or _utf16_without_bom(head[:SAMPLE])


def _utf16_without_bom(sample: bytes) -> str:
    """PowerShell's `>` writes UTF-16: every other byte of an English log is then zero."""
    half = max(len(sample) // 2, 1)
    if sample[1::2].count(0) > 0.7 * half and sample[0::2].count(0) < 0.2 * half:
        return "utf-16-le"
    if sample[0::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.2 * half:
        return "utf-16-be"
    return ""


def _transcoded(blocks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    if not encoding:
        return blocks
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    return (decoder.decode(block).encode("utf-8", errors="replace") for block in blocks)


def _whole_lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes, cut after line feeds; a short log, whose last line may lack one, stays whole."""
    rest: list[bytes] = []
    for block, is_last in _with_last(blocks):
        end = len(block) if is_last else block.rfind(b"\n") + 1
        if not end and sum(map(len, rest)) + len(block) >= LONGEST_PIECE:
            end = _between_characters(block)
        if end and (piece := b"".join([*rest, block[:end]])):
            yield piece
            rest = []
        rest.append(block[end:])
    if last := b"".join(rest):
        yield last


def _with_last(blocks: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each block, and whether nothing follows it."""
    before = next(blocks, None)
    for block in blocks:
        yield before, False
        before = block
    if before is not None:
        yield before, True


def _between_characters(block: bytes) -> int:
    """The last place where UTF-8 can be cut; the end where there is none."""
    starts = (n for n in range(len(block) - 1, max(0, len(block) - 4), -1) if block[n] & 0xC0 != 0x80)
    return next(starts, len(block))


def _plain(piece: bytes) -> bytes:
    """Valid UTF-8 with \\n line ends and without NUL."""
    if b"\0" in piece:
        piece = piece.replace(b"\0", b"")
    if b"\r" in piece:
        piece = piece.replace(b"\r\n", b"\n")
    if piece.isascii():
        return piece
    try:
        piece.decode("utf-8")
    except UnicodeDecodeError:
        return (_chinese_console(piece) or piece.decode("utf-8", errors="replace")).encode("utf-8")
    return piece


def _chinese_console(data: bytes) -> str:
    """GB18030 decodes nearly anything, so it counts only where it gives common Chinese characters."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return ""
    foreign = [c for c in text[:SAMPLE] if c > "\x7f"]
    common = sum("\u4e00" <= c <= "\u9fa5" or c in "，。：；（）、“”‘’" for c in foreign)
    return text if common > 0.9 * len(foreign) else ""


def _refuse_what_is_no_log(start: bytes) -> None:
    sample = start[:SAMPLE].decode("utf-8", errors="ignore")
    if not sample.strip(" \t\r\n\x0b\x0c\u3000\xa0"):
        raise Unreadable(gettext("There is nothing here to read: paste the log, or at least its error lines."))
    if _is_binary(start[:SAMPLE], sample):
        raise Unreadable(gettext("This looks like binary data, not a log: send the text that the program printed."))
    if len(start) < 4096 and ADDRESS.fullmatch(sample):
        raise Unreadable(
            gettext("This is an address. Rank Down never fetches anything: open it and paste the log itself.")
        )


def _is_binary(sample: bytes, text: str) -> bool:
    if text.count("\ufffd") > MOST_UNREADABLE_CHARACTERS * len(text):
        return True
    return len(sample) - len(sample.translate(None, CONTROL)) > MOST_CONTROL_CHARACTERS * len(text)
