"""A JSON body -> named texts of a job and of a good run, in memory of a few times its size whatever it holds.

Python's own parser would make 24 bytes of every byte of `[[],[],…` and ten of an emoji in a long text. So the strings
are numbered first, what is left, which is short, is parsed, and each string is decoded by itself, in pieces.
"""

from __future__ import annotations

import json
import re

from django.conf import settings

from kb.language import gettext, marked

# To the end where it is not closed: tried again from each quote inside, it would take quadratic time.
STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
# What stands between the strings of the two forms that we take: braces, colons, commas, some white space.
LONGEST_SKELETON = 64 * 1024
PIECE = 1024 * 1024
# A place to cut a string where neither an escape nor a character is cut in two.
CUT = re.compile(rb"[^\\]{12}(?![\x80-\xbf])", re.DOTALL)

SHAPE = marked(
    'Send {"text": "the log"} or {"files": {"rank0.log": "the log", …}}, all of them strings; '
    '"against" may stand beside it, with the log of a good run, or its files.'
)
NOT_JSON = marked('Not JSON ({why}). Send {{"text": "…"}}, or the raw log as text/plain.')


class NotPaste(ValueError):
    """The body is not what we take; the message tells its author what to send."""


Texts = list[tuple[str, bytes]]


def parse(body: bytes) -> tuple[Texts, Texts]:
    """{"text": …} or {"files": {name: text}} -> (name, text in UTF-8), and those of `against`. Raises NotPaste."""
    body = body.removeprefix(b"\xef\xbb\xbf")
    skeleton, strings = _numbered(body)
    try:
        given = json.loads(skeleton)
    except (ValueError, RecursionError) as error:
        told = getattr(error, "msg", "nested too deeply")
        raise NotPaste(gettext(NOT_JSON).format(why=told)) from None
    if not isinstance(given, dict):
        raise NotPaste(gettext(SHAPE))
    told = {_decoded(body, strings[int(key)]).decode(): value for key, value in given.items()}
    good = _one_or_files(body, strings, told["against"]) if "against" in told else []
    if "files" not in told:
        return [("", _text(body, strings, told.get("text")))], good
    if not isinstance(told["files"], dict):
        raise NotPaste(gettext(SHAPE))
    return _one_or_files(body, strings, told["files"]), good


def _one_or_files(body: bytes, strings: list[tuple[int, int]], value: object) -> Texts:
    if not isinstance(value, dict):
        return [("", _text(body, strings, value))]
    return [(_decoded(body, strings[int(n)]).decode(), _text(body, strings, text)) for n, text in value.items()]


def _numbered(body: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """The body with the number of each string in its place, and where each string is."""
    gaps, strings, end = [], [], 0
    for found in STRING.finditer(body):
        _add(gaps, body, end, found.start())
        gaps.append(b'"%d"' % len(strings))
        strings.append(found.span())
        end = found.end()
        if len(strings) > 2 * settings.DATA_UPLOAD_MAX_NUMBER_FILES + 20:
            most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
            told = gettext("More than {number} files at once: join them, or send fewer ranks, as files or as one text.")
            raise NotPaste(told.format(number=most))
    _add(gaps, body, end, len(body))
    return b"".join(gaps), strings


def _add(gaps: list[bytes], body: bytes, start: int, end: int) -> None:
    if end - start > LONGEST_SKELETON:
        told = gettext("Not a log in JSON: {number} bytes that are no string.").format(number=f"{end - start:,}")
        raise NotPaste(f"{told} {gettext(SHAPE)}")
    gaps.append(body[start:end])


def _text(body: bytes, strings: list[tuple[int, int]], value: object) -> bytes:
    if not isinstance(value, str):
        raise NotPaste(gettext(SHAPE))
    return _decoded(body, strings[int(value)])


def _decoded(body: bytes, span: tuple[int, int]) -> bytes:
    r"""A string as UTF-8; half a surrogate pair ("\ud800") and broken bytes become question marks."""
    start, end = span[0] + 1, span[1] - 1
    whole = bytearray()
    while start < end:
        cut = CUT.search(body, start + PIECE, end)
        stop = cut.end() if cut else end
        piece = body[start:stop].decode("utf-8", "replace")
        if "\\" in piece:
            piece = _unescaped(piece)
        whole += piece.encode("utf-8", "replace")
        start = stop
    return bytes(whole)


def _unescaped(piece: str) -> str:
    try:
        return json.loads(f'"{piece}"', strict=False)
    except ValueError as error:
        told = getattr(error, "msg", "a broken string")
        raise NotPaste(gettext(NOT_JSON).format(why=told)) from None
