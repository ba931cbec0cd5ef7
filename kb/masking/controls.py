"""Signs that drive a terminal, or make a line read differently from what it is: taken out, or made visible."""

from __future__ import annotations

import re

# Whole escape sequences first: without its ESC, "[31m" would stay as litter. Bounded, so that an open one ends.
SEQUENCE = re.compile(r"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)|[@-Z\\-_])")
# C0 and C1 but the tab.
CONTROL = "\x00-\x08\x0a-\x1f\x7f-\x9f"
# Soft hyphen, marks and overrides of direction (U+202A–E, U+2066–9), zero width, separators of lines, tags.
UNSEEN = "\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
HARMFUL = re.compile(f"[{CONTROL}{UNSEEN}]")
SURROGATE = re.compile("[\ud800-\udfff]")
PICTURES = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {0x7F: 0x2421}
OTHERS = re.compile(f"[\x80-\x9f{UNSEEN}]")


def clean_line(text: str) -> str:
    """A line that neither drives a terminal nor turns its own letters around; tabs stay."""
    if text.isascii() and text.isprintable():
        return text
    return HARMFUL.sub("", SURROGATE.sub("\ufffd", SEQUENCE.sub("", text)))


def clean_name(text: str) -> str:
    """A file's name fit to be shown: one line, without tabs."""
    return clean_line(text).replace("\t", " ").strip()


def pictured(text: str) -> str:
    """The same with every such sign made visible (␛, ⟨U+202E⟩), for a page that shows what was pasted."""
    if text.isascii() and text.isprintable():
        return text
    shown = SURROGATE.sub("\ufffd", text).translate(PICTURES)
    return OTHERS.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", shown)
