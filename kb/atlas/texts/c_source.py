"""C, C++, CUDA and shell source → its literals: what stands in double quotes, neighbours joined as compilers do."""

from __future__ import annotations

import re

from kb.atlas.texts.literal import Literal, Texts

_ONE = r'"(?:[^"\\\n]|\\.)*"'
_COMMENT = r"//[^\n]*|/\*.*?\*/"
_TOKEN = re.compile(rf"(?:{_COMMENT})|((?:{_ONE})(?:\s*{_ONE})*)", re.DOTALL)
_INNER = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_NAME = re.compile(r"[A-Za-z_]\w{3,}")
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\"": '"', r"\\": "\\"}
SHORTEST = 4


def read(source: bytes) -> Texts:
    """The texts of one source file."""
    text = source.decode("utf-8", "replace")
    joined = ("".join(_INNER.findall(match[1])) for match in _TOKEN.finditer(text) if match[1])
    literals = tuple(Literal(_unescaped(raw)) for raw in joined if len(raw) >= SHORTEST)
    return Texts(literals, frozenset(_NAME.findall(text)))


def _unescaped(raw: str) -> str:
    for written, meant in _ESCAPES.items():
        raw = raw.replace(written, meant)
    return raw
