"""Private keys in PEM: a block over many lines, one line with \\n in it, or a part of it that a log was cut to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.masking.rule import Rule

LONGEST_KEY = 20_000
MARKER = re.compile(r"-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----", re.ASCII)
# A word of base64 between white space, escaped line ends, quotes and the dashes of the markers.
WORD = re.compile(r"(?:(?<=\\n)|(?<=[\s\"'])|(?<=-----)|^)[A-Za-z0-9+/]{1,2000}={0,3}(?=[\s\\\"']|-----|$)", re.ASCII)
LONG_WORD, SHORT_WORD = 40, 16
# One line of a key, alone on its line; a hash is not (all small letters), a path is not (words between slashes).
BODY = re.compile(r"(?:^|[\s|:>])([A-Za-z0-9+/]{64,76}={0,2})[ \t\r]{0,8}$", re.ASCII | re.MULTILINE)
KINDS = re.compile(r"(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])")
PATH = re.compile(r"(?:/[A-Za-z0-9]{2,14}){4}", re.ASCII)

RULE = Rule(
    name="private-key",
    what="Private keys (RSA, EC, OpenSSH, PGP, of a Google service account): all between BEGIN and END, line by line",
    keywords=("private key",),
    pattern=MARKER.pattern,
    example="-----BEGIN OPENSSH PRIVATE KEY-----\n" + "b3BlbnNzaC1r" * 5 + "\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
    spares=(
        "ValueError: a file that starts with -----BEGIN PRIVATE KEY----- is expected",
        "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ),
)


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines of keys are; no span goes over a line's end."""
    kind, start = "", 0
    for marker in MARKER.finditer(text):
        if kind == "BEGIN" or marker[1] == "END":
            yield from _words(text, start, marker.start(), opened=kind == "BEGIN", closed=marker[1] == "END")
        kind, start = marker[1], marker.end()
    if kind == "BEGIN":
        yield from _words(text, start, len(text), opened=True, closed=False)
    for line in BODY.finditer(text):
        if KINDS.match(line[1]) and not PATH.search(line[1]):
            yield line.span(1)


def _words(text: str, start: int, stop: int, opened: bool, closed: bool) -> Iterator[tuple[int, int]]:
    """Long words near a marker; with both markers short ones and ends of lines too, if a long one says: a key."""
    stop, start = (min(stop, start + LONGEST_KEY), start) if opened else (stop, max(start, stop - LONGEST_KEY))
    words = [word.span() for word in WORD.finditer(text, start, stop)]
    long = {span for span in words if span[1] - span[0] >= LONG_WORD}
    if closed and long:
        last = [span for span in words if text[span[1] : span[1] + 1] in "\r\n\\-"]
        long.update(last if opened else last[-1:])
        long.update(span for span in words if opened and span[1] - span[0] >= SHORT_WORD)
    yield from long
