"""Bytes or text as people send them -> text, or a notice that says why it cannot be read and what to do instead."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MAGIC = {
    b"\x89PNG": ("a PNG image", "paste the text of the log; a picture of it cannot be searched"),
    b"\xff\xd8\xff": ("a JPEG image", "paste the text of the log; a picture of it cannot be searched"),
    b"GIF8": ("a GIF image", "paste the text of the log; a picture of it cannot be searched"),
    b"RIFF": ("a picture or sound", "paste the text of the log"),
    b"%PDF": ("a PDF", "copy the log's text out of it and paste that"),
    b"\x1f\x8b": ("gzip-compressed", "decompress it first: gunzip FILE"),
    b"\x28\xb5\x2f\xfd": ("zstd-compressed", "decompress it first: zstd -d FILE"),
    b"BZh": ("bzip2-compressed", "decompress it first: bunzip2 FILE"),
    b"\xfd7zXZ": ("xz-compressed", "decompress it first: unxz FILE"),
    b"PK\x03\x04": ("a zip archive (checkpoints are zip archives too)", "unpack it and send the log inside"),
    b"\x7fELF": ("a program", "send the log that it printed"),
}
SAMPLE = 65536
MOST_CONTROL_CHARACTERS = 0.10
MOST_UNREADABLE_CHARACTERS = 0.30
CONTROL = re.compile("[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
WRITTEN = re.compile("[^ \t\r\n\x0b\x0c\x00\u3000\xa0]")
ADDRESS = re.compile(r"\s*<?(?:https?|ftp|file|s3)://\S+>?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text` with lines ended by \\n, or a `notice` for the person who sent it."""

    text: str = ""
    notice: str = ""


def decode(data: bytes | str) -> Decoded:
    """Never raises: what cannot be read becomes a notice."""
    if isinstance(data, bytes):
        for magic, (what, advice) in MAGIC.items():
            if data.startswith(magic):
                return Decoded(notice=f"This is {what}, not a log: {advice}.")
    text = data if isinstance(data, str) else _text(data)
    text = text.lstrip("\ufeff")
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    if not WRITTEN.search(text):
        return Decoded(notice="There is nothing here to read: paste the log, or at least its error lines.")
    if _is_binary(text):
        return Decoded(notice="This looks like binary data, not a log: send the text that the program printed.")
    if ADDRESS.fullmatch(text[:4096]) and len(text) < 4096:
        return Decoded(notice="This is an address. Rank Down never fetches anything: open it and paste the log itself.")
    return Decoded(text.replace("\x00", "") if "\x00" in text else text)


def _text(data: bytes) -> str:
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return data.decode(encoding, errors="replace")
    if encoding := _utf16_without_bom(data[:SAMPLE]):
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _chinese_console(data) or data.decode("utf-8", errors="replace")


def _utf16_without_bom(sample: bytes) -> str:
    """PowerShell's `>` writes UTF-16: every other byte of an English log is then zero."""
    half = max(len(sample) // 2, 1)
    if sample[1::2].count(0) > 0.7 * half and sample[0::2].count(0) < 0.2 * half:
        return "utf-16-le"
    if sample[0::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.2 * half:
        return "utf-16-be"
    return ""


def _chinese_console(data: bytes) -> str:
    """GB18030 decodes nearly anything, so it counts only where it gives common Chinese characters."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return ""
    foreign = [c for c in text[:SAMPLE] if c > "\x7f"]
    common = sum("\u4e00" <= c <= "\u9fa5" or c in "，。：；（）、“”‘’" for c in foreign)
    return text if common > 0.9 * len(foreign) else ""


def _is_binary(text: str) -> bool:
    sample = text[:SAMPLE]
    if sample.count("\ufffd") > MOST_UNREADABLE_CHARACTERS * len(sample):
        return True
    return len(CONTROL.findall(sample)) > MOST_CONTROL_CHARACTERS * len(sample)
