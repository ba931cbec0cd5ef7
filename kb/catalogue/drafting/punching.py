"""A line as one run printed it -> a signature's line: what another run would print differently becomes a typed hole."""

from __future__ import annotations

import re

from kb.catalogue.schema.holes import Hole, parts

# A number that is no matter of the run: it tells what happened.
STATUS = r"(?:signal|errno|exit ?code|xid|error code|status)[\s:=#(]{0,3}-?\d{1,5}\b"
# Tried in this order at every place of the line; None keeps the text, because it tells one failure from another.
_TOKENS: tuple[tuple[str, str | None], ...] = (
    (STATUS, None),
    (r"(?<![\w./])/(?:dev|proc|sys|etc)/[\w./-]+", None),
    (r"\b(?:https?|tcp|file|s3|gs)://[\w.:/+-]+", "<word>"),
    (r"(?<![\w.<])(?:[a-z]:\\|~?/)(?:[\w.+@~=-]+[/\\]+)*[\w.+@=-]*\w", "<path>"),
    (r"\[(?:[0-9a-f]{0,4}:){2,8}[0-9a-f.:]*\]", "[<word>]"),
    (r"\b\d{1,3}(?:\.\d{1,3}){3}\b", "<word>"),
    (r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "<word>"),
    (r"\b(?:[a-z0-9-]{1,60}\.){1,6}(?:local|internal|lan|cluster|svc|com|org|net|edu|cn|io)\b(?![\w(.])", "<word>"),
    (r"\b(?:localhost|(?:node|host|ip|compute|server|dgx|hgx)[-_]?\d[\w-]{0,60})\b", "<word>"),
    (r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?", "<any>"),
    (r"\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b", "<word>"),
    (r"\b0x[0-9a-f]{1,32}\b", "<hex>"),
    (r"\b(?=[a-f]{0,31}\d)(?=\d{0,31}[a-f])[0-9a-f]{7,32}\b", "<hex>"),
    (r"(?<![\w.])\d+\.\d+\.\d+[\w.+-]*\b", "<word>"),
    (r"(?<![\w.])[+-]?\d{1,20}(?:\.\d{1,20}(?:e[+-]?\d{1,4})?|e[+-]?\d{1,4})(?=(?:[kmgt]?i?b|[mun]?s|x)?\b)", "<num>"),
    (r"(?<![\w.])[+-]?\d{1,20}(?=(?:[kmgt]?i?b|[mun]?s|x)?\b)(?!\.\d)", "<int>"),
    (r"(?:(?<=rank)|(?<=cuda)|(?<=gpu)|(?<=device)|(?<=worker)|(?<=thread))\d{1,5}\b", "<int>"),
)
_PATTERN = re.compile("|".join(f"({pattern})" for pattern, _ in _TOKENS), re.IGNORECASE)
_HOLES = tuple(hole for _, hole in _TOKENS)
_LOOKS_LIKE_A_HOLE = re.compile(r"<(?=[a-z]+>)")
# Where a proposed line ends: people extend it where they know better. The rules allow a little more.
LONGEST = 160
MOST_HOLES = 6
MOST_WIDE = 2
WIDE = ("any", "path")


def with_holes(line: str) -> str:
    """One line without its prefix, as a program printed it -> the line of a signature, cut to the part that tells."""
    return _cut(punched(line))


def punched(line: str) -> str:
    """The same at its full length, however many holes it has."""
    escaped = _LOOKS_LIKE_A_HOLE.sub(r"\\<", " ".join(line.removesuffix(" …").split()))
    return _PATTERN.sub(_hole, escaped)


def _hole(match: re.Match) -> str:
    hole = _HOLES[match.lastindex - 1]
    return match[0] if hole is None else hole


def _cut(line: str) -> str:
    """The line up to the hole or the character that is one too many; no wide hole at either end."""
    kept, holes, wide = "", 0, 0
    for piece in parts(line):
        text = f"<{piece.type}>" if isinstance(piece, Hole) else _LOOKS_LIKE_A_HOLE.sub(r"\\<", piece)
        if isinstance(piece, Hole):
            holes, wide = holes + 1, wide + (piece.type in WIDE)
            if not kept and piece.type in WIDE:
                continue
            if holes > MOST_HOLES or wide > MOST_WIDE or kept.endswith(">"):
                break
        if len(kept) + len(text) > LONGEST:
            text = text[: LONGEST - len(kept)].rpartition(" ")[0]
            kept += text
            break
        kept += text
    return re.sub(r"(?:\s|<any>|<path>)+$", "", kept).strip(" :;,(")
