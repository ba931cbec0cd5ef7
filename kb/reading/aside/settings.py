"""What a machine and a configuration are: blocks of `key: value` and lists of packages. Facts, and never a symptom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# `num_processes: 8`, `- PyTorch version (GPU?): 2.0.1 (True)`, `cpu_adam .... [NO] .... [OKAY]`, `torch    2.4.0`.
KEY = r"[\s>*•|-]{0,20}[`'\"]?(?P<key>[A-Za-z_][\w./()?+@` -]{0,50}?)[`'\"]?"
NAMED = re.compile(rf"{KEY}\s{{0,40}}(?::|=|\.{{4,60}})(?:\s{{1,40}}(?P<value>\S.{{0,400}})?|(?P<dotted>\[.{{0,80}}))?")
PACKAGE = re.compile(
    r"\s{0,8}(?:\[\w{2,8}\]\s{1,4})?[\w.-]{2,60}(?:==|\s{1,60})v?\d{1,4}(?:\.\d{1,6}){1,3}\S{0,40}(?:\s.{0,80})?"
)
# What reports an error has the form of a setting too.
TROUBLE = re.compile(
    r"(?:error|exception|warning|fatal|fail\w*|traceback|abort\w*|kill\w*|denied|refused|timeout|timed|cannot|nan|exitcode"
    r"|exit.?code|reason|status|state|signal|last|message|expected|actual|note)\b",
    re.IGNORECASE,
)
# A value that names further ones is what a process says of itself: `initializing ddp: GLOBAL_RANK: 1, MEMBER: 2/8`.
SEVERAL = re.compile(r"[A-Za-z_]: \d{1,9}, \w{1,40}: \d")
COULD_NOT = "Could not collect"
# A comment, or what only opens and closes: it stands between settings, and is none.
BETWEEN = re.compile(r"\s*(?:#.*|[\s{}\[\](),]*)")
MOST_WORDS, MOST_WORDS_OF_KEY = 5, 5
FEWEST = 3


def is_setting(line: str) -> bool:
    """Whether a line has the form of a setting or of a package's version, and tells of no trouble."""
    told = NAMED.fullmatch(line)
    if told is None:
        return PACKAGE.fullmatch(line) is not None
    value = (told["value"] or told["dotted"] or "").partition(" #")[0].strip()
    if value == COULD_NOT:
        return True
    short = len(value.split()) <= MOST_WORDS and len(told["key"].split()) <= MOST_WORDS_OF_KEY
    return short and not SEVERAL.search(value) and not TROUBLE.search(told["key"]) and not TROUBLE.search(value)


def settings_in(lines: Sequence[str]) -> frozenset[int]:
    """The numbers, from 1, of lines that stand with others of this form; one alone may be what somebody says."""
    return frozenset(number for block in _blocks(lines) if len(block) >= FEWEST for number in block)


def _blocks(lines: Sequence[str]) -> Iterator[list[int]]:
    block: list[int] = []
    for number, line in enumerate(lines, 1):
        if is_setting(line):
            block.append(number)
        elif not BETWEEN.fullmatch(line):
            yield block
            block = []
    yield block
